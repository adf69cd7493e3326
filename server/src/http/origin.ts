import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Whether a page of this origin may talk to us. Browsers let any page open a socket to any server, and send the
 * cookies along, so the server has to look. Programs other than browsers send no Origin, and may.
 *
 * @param origin the Origin header
 * @param host the Host header: without a list, the page must come from the server itself
 * @param allowed `ALLOWED_ORIGINS`; empty: same origin only
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  try {
    return allowed.length === 0 && new URL(origin).host === host;
  } catch {
    return false;
  }
}

/** The methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A hook that refuses what the page of another origin sends: all of it with an Origin header that isn't allowed, and
 * what would change something when the browser calls it cross-site, Origin or not (OWASP, "Cross-Site Request Forgery
 * Prevention", Fetch Metadata headers). The cookie is `SameSite=Strict` besides.
 */
export function originCheck(allowed: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const { origin, 'sec-fetch-site': site = 'none' } = request.headers;
    const foreign =
      !SAFE.has(request.method) && origin === undefined && !['none', 'same-origin'].includes(String(site));
    if (!foreign && isAllowedOrigin(origin, request.host, allowed)) return;
    const message = `pages of ${origin ?? 'other sites'} may not ask this (ALLOWED_ORIGINS)`;
    throw new Refusal(403, 'origin_refused', message);
  };
}
