import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports of outgoing connections: while the server is down nothing may take its port by chance, the browser
// that tries to come back to it least of all. Below those of the replica set, too.
const LOWEST = 12_000;
const HIGHEST = 20_000;

/** Workers that run at the same time must not meet: a port that one has found is free until its server listens. */
const APART = 2_000;
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

let next = LOWEST + ((worker * APART + (process.pid % APART)) % (HIGHEST - LOWEST));

/** A TCP port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = next + 1 < HIGHEST ? next + 1 : LOWEST;
    const server = createServer().listen(next, '127.0.0.1');
    try {
      await once(server, 'listening');
      return next;
    } catch {
      // Taken: the next one.
    } finally {
      server.close();
    }
  }
}
