import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The built dashboard at `/`, from a folder. */
export async function dashboard(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: cache,
    schemaHide: true,
  });
}

/** Built assets carry a hash in their names and never change; the page that names them does. */
function cache(reply: FastifyReply, path: string): void {
  reply.header(
    'cache-control',
    path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}
