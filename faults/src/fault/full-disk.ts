import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tailed } from '../play/scene.ts';
import type { Fault, Injury } from './fault.ts';

/** Left free at first, in bytes: a member needs that much to start. */
const ROOM = 400 * 2 ** 20;

/** A member whose disk is full: a real one, a small file system in memory, mounted over its data. For root on Linux. */
export const fullDisk: Fault = {
  name: 'full-disk',
  about: 'the disk of the secondary that is read from is full: mongod dies of it, and comes back',
  holdMs: 12_000,
  gaps: 'none',
  alone: true,
  impossible: async () =>
    process.platform === 'linux' && process.getuid?.() === 0
      ? undefined
      : 'only root on Linux can mount a small disk',
  inject: async (scene): Promise<Injury> => {
    const { stage, servers } = scene;
    const member = await tailed(scene, servers[0]);
    const data = await dataOf(member);
    const kept = `${data}.kept`;
    const unmount = (): void => void spawnSync('umount', ['--lazy', data]);
    await member.kill('SIGTERM');
    renameSync(data, kept);
    mkdirSync(data);
    const used = Number(execFileSync('du', ['-sb', kept], { encoding: 'utf8' }).split('\t')[0]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${used + ROOM}`, 'ticker-faults', data]);
    process.once('exit', unmount);
    cpSync(kept, data, { recursive: true });
    await member.start();
    await stage.set.settled();
    const ballast = join(data, 'ballast');
    fill(data, ballast);
    return {
      must: async () => {
        fill(data, ballast);
        const tails = await Promise.all(servers.map((server) => server.tail()));
        const reads = tails.filter((tail) => tail.member === member.address || tail.state !== 'live');
        return [
          ...(member.pid === undefined ? [] : ['mongod still runs on a full disk']),
          ...reads.map(({ state, why }) => `a tail is ${state} (${why}), not live elsewhere`),
        ];
      },
      heal: async () => {
        await member.kill('SIGKILL');
        unmount();
        process.off('exit', unmount);
        rmSync(data, { recursive: true, force: true });
        renameSync(kept, data);
        // It goes on from where it was before, by the oplog.
        await stage.heal();
      },
    };
  },
};

async function dataOf(member: {
  command(command: object): Promise<Record<string, unknown>>;
}): Promise<string> {
  const { parsed } = (await member.command({ getCmdLineOpts: 1 })) as unknown as {
    parsed: { storage: { dbPath: string } };
  };
  return parsed.storage.dbPath;
}

/** Takes all that is free. */
function fill(folder: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free === 0) return;
  try {
    writeFileSync(ballast, Buffer.alloc(free), { flag: 'a' });
  } catch {
    // As full as can be.
  }
}
