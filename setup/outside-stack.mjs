import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { Program } from './program.mjs';

const patienceMs = 30_000;
const pollMs = 100;

/** Those that are published. */
export const tickers = ['PIP', 'ACME'];

/**
 * The real thing for tools from outside to work on: a replica set, a publisher, and a server that asks for tokens and
 * limits nobody. All have been built.
 *
 * @template T
 * @param {(stack: () => Promise<OutsideStack>) => Promise<T>} work `stack` starts it, when called the first time, and
 *   resolves when the server has ticks
 * @typedef {{ url: string, token: string }} OutsideStack `token`: one that may read everything
 * @returns {Promise<T>} what `work` gives, when all has ended
 */
export async function onOutsideStack(work) {
  let started;
  try {
    return await work(() => (started ??= start()));
  } finally {
    // One that could not be started has ended by itself.
    const stack = await started?.catch(() => undefined);
    await stack?.stop();
  }
}

async function start() {
  const { findMongod, ReplicaSet } = await import('@ticker/mongo/embedded');
  const set = await ReplicaSet.start({ mongod: await findMongod({ log: console.log }) });
  const programs = [];
  const stop = async () => {
    await Promise.all(programs.map((program) => program.stop(patienceMs)));
    await set.stop();
  };
  try {
    const secret = randomBytes(32).toString('hex');
    const MONGODB_URI = set.uri;
    const args = ['--tickers', tickers.join(), '--rate', '50', '--seed', '1'];
    const quiet = { quiet: true, args };
    programs.push(new Program('The publisher', 'publisher/dist/main.js', { MONGODB_URI }, quiet));
    const server = new Program('The server', 'server/dist/main.js', {
      MONGODB_URI,
      PORT: '0',
      LOG_LEVEL: 'error',
      AUTH_SECRET: secret,
      REQUESTS_PER_MINUTE: '0',
      CONNECTIONS_PER_ADDRESS: '0',
    });
    programs.push(server);
    const url = await Promise.race([
      new Promise((resolve) =>
        server.onMessage((message) => message.type === 'ready' && resolve(message.url)),
      ),
      server.exited.then((line) => Promise.reject(new Error(line))),
    ]);
    const token = await sign(secret);
    await filled(url, token);
    return { url, token, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function sign(secret) {
  const { SignJWT } = await import('jose');
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('outside')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
}

/** Waits for the first ticks. */
async function filled(url, token) {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const response = await fetch(`${url}/api/status`, { headers: { authorization: `Bearer ${token}` } });
    const { backlog } = await response.json();
    if (backlog?.size > 0) return;
    if (performance.now() > deadline)
      throw new Error(`The server had no ticks within ${patienceMs / 1000} s.`);
    await wait(pollMs);
  }
}
