import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { now } from '../clock.ts';
import type { Tick } from '../oracle/evidence.ts';
import type { Scene } from '../play/scene.ts';
import { ours } from '../stage/children.ts';
import type { Fault } from './fault.ts';

const OURS = fileURLToPath(new URL('../load/publisher-process.js', import.meta.url));
const PRODUCT = fileURLToPath(new URL('../../../publisher/dist/main.js', import.meta.url));
const KILLS = 4;

interface Line {
  readonly at: number;
  readonly sent?: readonly Tick[];
  readonly acknowledged?: readonly string[];
}

/** A publisher dies between the sending of a batch and its answer, and is started again; and so does the product's own. */
export const killedPublisher: Fault = {
  name: 'killed-publisher',
  about: "publishers are killed in mid-batch and started again: one of the suite's, and the product's own",
  holdMs: 1_000,
  gaps: 'none',
  inject: async (scene) => {
    const startedAt = now();
    for (let kill = 0; kill < KILLS; kill++) await own(scene);
    for (let kill = 0; kill < KILLS; kill++) await product(scene, kill === KILLS - 1);
    return {
      heal: async () => {},
      after: async () => {
        // What it published is in the collection only: it has to come all the same.
        const known = new Set(scene.journal.publications.map(({ tick }) => tick.id));
        const found = (await scene.topic.ticks()).filter(({ id }) => !known.has(id));
        scene.journal.sent(found, startedAt);
        return found.length > 0 ? [] : ['the publisher of the product has published nothing'];
      },
    };
  },
};

/** Kills it as soon as a batch is on its way. */
async function own({ stage, topic, journal, random }: Scene): Promise<void> {
  const child = start([OURS, stage.set.uri, topic.collection.dbName, 'KILLED'], {});
  const exited = once(child, 'exit');
  const last = 2 + Math.floor(random() * 5);
  let batches = 0;
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if (line.sent) journal.sent(line.sent, line.at);
    if (line.acknowledged) journal.acknowledged(line.acknowledged, line.at);
    if (line.sent && ++batches === last) child.kill('SIGKILL');
  });
  // A line that was cut off by the kill does not come: nothing was sent yet.
  await Promise.all([exited, once(lines, 'close')]);
}

async function product({ stage, topic, ring, random }: Scene, gently: boolean): Promise<void> {
  const child = start([PRODUCT, '--rate', '2000', '--tickers', 'OWN'], {
    MONGODB_URI: stage.set.uri,
    TOPIC: topic.name,
    CAPPED_SIZE: String(ring.bytes),
    CAPPED_MAX: String(ring.max),
  });
  child.stdout!.resume();
  const exited = once(child, 'exit');
  // From its first words on it publishes.
  await once(child.stderr!, 'data');
  await delay(300 + 500 * random());
  child.kill(gently ? 'SIGTERM' : 'SIGKILL');
  await exited;
}

function start(args: string[], environment: Record<string, string>): ChildProcess {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child.stderr!.resume();
  return ours(child);
}
