import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

// Below the ports that systems give to outgoing connections (from 32768 on): while a member is down, nothing may take
// its port by chance. A client that tries to reach a closed port of that range can even connect to itself.
const [lowest, highest] = [20_000, 32_000];

/**
 * A port for each of `nodes` members: that of the last run where it is free, else another.
 *
 * @param log told of every port that is taken
 */
export async function choosePorts(
  old: number[],
  nodes: number,
  log: (line: string) => void,
): Promise<number[]> {
  const ports: number[] = [];
  for (let index = 0; index < nodes; index++) {
    let port = old[index];
    if (port !== undefined && !(await isFree(port))) {
      log(`Port ${port} is taken: a member of the replica set moves to another.`);
      port = undefined;
    }
    ports.push(port ?? (await freePort([...old, ...ports])));
  }
  return ports;
}

/** A TCP port of 127.0.0.1 that nobody listens on at this moment, and that is none of `others`. */
async function freePort(others: readonly number[]): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (!others.includes(port) && (await isFree(port))) return port;
  }
}

/** Whether nobody listens on a port of 127.0.0.1 at this moment. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether somebody listens on a port of 127.0.0.1 at this moment. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
