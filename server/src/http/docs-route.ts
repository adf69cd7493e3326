import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { asyncApi } from '@ticker/protocol/asyncapi';
import type { FastifyInstance } from 'fastify';
import { TOKEN_COOKIE } from '../auth/credentials.ts';

export interface DocsRouteOptions {
  /** Of the server. */
  readonly version: string;
  /** Whether it asks for a token. Routes that do not, all the same, say so: `security: []`. */
  readonly authenticated?: boolean;
}

// The page of Swagger UI has its scripts and styles in files of its own. Nothing of it is fetched from elsewhere, and
// no request is upgraded to https: on a LAN address over http the page would stay blank.
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const description = `Prices of a MongoDB capped collection, as they come.

Ticks by WebSocket, and the events of \`/api/stream\`, are in the AsyncAPI document at
[/docs/asyncapi.json](/docs/asyncapi.json). Errors of all routes have one shape: for programs a \`code\`, for people a
\`message\`. A server with \`AUTH_SECRET\` or \`AUTH_JWKS_FILE\` asks for a token (JWT) under \`/api\`.`;

/**
 * `GET /docs`: OpenAPI as a page, at `/docs/json` and `/docs/yaml` as a document; `GET /docs/asyncapi.json`. To be
 * awaited before the routes are made: what they are is seen as they are made. A route with `schema: { hide: true }`
 * stays out.
 */
export async function docsRoute(
  app: FastifyInstance,
  { version, authenticated = false }: DocsRouteOptions,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Ticker', version, description, license: { name: 'MIT' } },
      servers: [{ url: '/' }],
      tags: [
        { name: 'ticks', description: 'Prices: those that were, and those that come' },
        { name: 'alerts', description: 'What to be told of, and what becomes of it' },
        { name: 'session', description: 'Who you are, and what you may read' },
        { name: 'process', description: 'How this server is' },
      ],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: { type: 'apiKey', in: 'cookie', name: TOKEN_COOKIE },
        },
      },
      ...(authenticated && { security: [{ bearer: [] }, { cookie: [] }] }),
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    theme: { title: 'Ticker: HTTP' },
    // Without the bar that loads documents from any address.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', displayRequestDuration: true },
  });
  app.get('/docs/asyncapi.json', { schema: { hide: true } }, ({ protocol, host }) => {
    const url = `${protocol}://${host}`;
    return asyncApi({ version, ...(URL.canParse(url) && { url }) });
  });
}
