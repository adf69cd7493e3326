import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that systems give to outgoing connections (from 32768 on): while a member is down, nothing may take
// its port by chance. A client that tries to reach a closed port of that range can even connect to itself.
const [lowest, highest] = [20_000, 32_000];

/** A TCP port of 127.0.0.1 that nobody listens on at this moment, and that is none of `others`. */
export async function freePort(others: readonly number[]): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (!others.includes(port) && (await isFree(port))) return port;
  }
}

/** Whether nobody listens on a port of 127.0.0.1 at this moment. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
