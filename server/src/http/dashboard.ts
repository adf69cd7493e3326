import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The built dashboard at `/`, from the folder `root` (absolute): each file as it was compressed at build time. */
export async function dashboard(app: FastifyInstance, root: string): Promise<void> {
  const assets = join(root, 'assets/');
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => cache(reply, path.startsWith(assets)),
    schemaHide: true,
  });
}

/** Built assets carry a hash in their names and never change; the page that names them does, and its icon may. */
function cache(reply: FastifyReply, forEver: boolean): void {
  reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
}
