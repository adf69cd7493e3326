import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const script = fileURLToPath(new URL('owner.mjs', import.meta.url));
const patient = { timeout: 10_000, interval: 50 };
let dataDir: string;
let owner: ChildProcess;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ticker-test-'));
});

afterEach(() => {
  owner.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, maxRetries: 3 });
});

test('no mongod outlives a program that is killed, nor does a temporary folder', async () => {
  const { pids, folder } = await startOwner();
  expect(pids.map(isAlive)).toEqual([true]);

  owner.kill('SIGKILL');

  await vi.waitUntil(() => !pids.some(isAlive), patient);
  await vi.waitUntil(() => !existsSync(folder), patient);
});

test('no mongod outlives a program that just ends', async () => {
  const { pids } = await startOwner();

  owner.kill('SIGTERM');

  await vi.waitUntil(() => !pids.some(isAlive), patient);
});

test('a frozen mongod does not outlive a program that is killed', async () => {
  const { pids } = await startOwner();
  process.kill(pids[0] as number, 'SIGSTOP');

  owner.kill('SIGKILL');

  await vi.waitUntil(() => !pids.some(isAlive), patient);
});

test('no mongod outlives the guard, should that be what is killed, nor does a temporary folder', async () => {
  const { pids, folder } = await startOwner();
  const guard = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pids[0])], { encoding: 'utf8' }));

  process.kill(guard, 'SIGKILL');

  await vi.waitUntil(() => !pids.some(isAlive), patient);
  await vi.waitUntil(() => !existsSync(folder), patient);
});

test('right after a program was killed, the next start on its folder waits for the guard, and works', async () => {
  const { pids } = await startOwner(dataDir);
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  const set = await ReplicaSet.start({ mongod: await findMongod(), dataDir, nodes: 1 });

  expect(pids.map(isAlive)).toEqual([false]);
  await set.stop();
});

test('a folder whose mongod was killed in the midst of its work starts again', async () => {
  const { pids } = await startOwner(dataDir);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  const set = await ReplicaSet.start({ mongod: await findMongod(), dataDir, nodes: 1 });

  expect((await set.primary()).pid).toBeDefined();
  await set.stop();
});

/** Starts a program with a replica set of its own; resolves when that runs. */
async function startOwner(...args: string[]): Promise<{ pids: number[]; folder: string }> {
  owner = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: owner.stdout as NonNullable<typeof owner.stdout> });
  for await (const line of lines) return JSON.parse(line) as { pids: number[]; folder: string };
  throw new Error('The program ended before its replica set ran. Is mongo/dist built?');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
