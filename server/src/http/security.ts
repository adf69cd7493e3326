import fastifyCookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** A year: what browsers and their preload lists ask for. */
const HSTS_SECONDS = 31_536_000;

/**
 * Headers that tell the browser what our pages may do, and the reading of cookies.
 *
 * @param secure whether the browser reaches us by https only: helmet's defaults take that for granted, and then a page
 *   opened by http at a LAN address asks for its script by https, and stays blank
 */
export async function security(
  app: FastifyInstance,
  { secure }: { readonly secure: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The chart makes a <style> of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: HSTS_SECONDS },
    // Browsers ignore these two by http, with a complaint in the console.
    crossOriginOpenerPolicy: secure && { policy: 'same-origin' },
    originAgentCluster: secure,
    xFrameOptions: { action: 'deny' },
  });
  await app.register(fastifyCookie);
}
