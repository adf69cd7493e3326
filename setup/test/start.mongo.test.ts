import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, inject, test, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// On the replica set of the tests: that a set of its own ends with it is for the tests of mongo/embedded.
const environment = { MONGODB_URI: inject('uri'), TOPIC: 'start.ticker' };
const patient = { timeout: 15_000, interval: 50 };
let npm: ChildProcess | undefined;
let output = '';

afterEach(() => {
  npm?.kill('SIGTERM');
});

test('npm start names its addresses, and on SIGTERM ends its programs before it ends itself', async () => {
  const url = await start();
  const programs = descendants();
  expect(programs).toHaveLength(3);
  expect(output).toContain(`Dashboard    ${url}`);
  expect(output).toContain(`Replica set  ${environment.MONGODB_URI}`);

  npm?.kill('SIGTERM');
  const [code] = await once(npm as ChildProcess, 'exit');

  expect(code).toBe(0);
  expect(programs.filter(isAlive)).toEqual([]);
});

test('when npm start is killed, its programs end', async () => {
  await start();
  const programs = descendants();

  npm?.kill('SIGKILL');

  await vi.waitUntil(() => !programs.some(isAlive), patient);
});

test('when the program behind npm start is killed, its programs end', async () => {
  await start();
  const programs = descendants();

  process.kill(programs[0] as number, 'SIGKILL');

  await vi.waitUntil(() => !programs.some(isAlive), patient);
});

test('a port in use ends npm start with one line about it, and no stack', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = (taken.address() as AddressInfo).port;

  run(port);
  const [code] = await once(npm as ChildProcess, 'close');
  taken.close();

  expect(code).toBe(1);
  expect(output.match(/^.*in use.*$/gm)).toEqual([expect.stringContaining(`PORT ${port}`)]);
  expect(output).not.toMatch(/^\s+at /m);
});

/** Runs `npm start` until it is ready; gives the dashboard's URL. */
async function start(): Promise<string> {
  run(await freePort());
  return vi.waitUntil(() => /Dashboard +(\S+)\n.*Replica set +\S+\n/.exec(output)?.[1], {
    ...patient,
    timeout: 50_000,
  });
}

function run(port: number): void {
  output = '';
  const env = { ...process.env, ...environment, PORT: String(port) };
  npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [npm.stdout, npm.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** All that npm has started, directly or not; parents first. */
function descendants(): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const found = [npm?.pid as number];
  for (const parent of found) {
    found.push(...processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid));
  }
  return found.slice(1);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
