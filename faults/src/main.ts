import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, program } from 'commander';
import type { Fault } from './fault/fault.ts';
import { faults, SHORT } from './fault/faults.ts';
import type { Outcome } from './play/outcome.ts';
import { play } from './play/play.ts';
import { chains, eachAlone, type Entry } from './play/programme.ts';
import { table } from './play/table.ts';
import { Stage } from './stage/stage.ts';

/** A play that takes longer hangs. */
const PLAY_LIMIT_MS = 480_000;
/** Of `--short`: no play is begun after this. */
const SHORT_MS = 150_000;

interface Options {
  readonly list?: true;
  readonly short?: true;
  readonly fault?: string[];
  readonly seed: number;
  readonly seeds: number;
  readonly minutes?: number;
  readonly json?: string;
  readonly keep?: string;
}

program
  .name('npm run test:faults --')
  .description(
    'Plays faults under load, and has an oracle judge what came of it. By default each fault once.',
  )
  .option('--list', 'says what there is')
  .option('--fault <name...>', 'these alone')
  .option('--seed <n>', 'of the first play', whole, Math.floor(Math.random() * 2 ** 31))
  .option('--seeds <n>', 'how often each is played', whole, 1)
  .option('--minutes <n>', 'chains of faults by chance, for so long', positive)
  .option('--short', 'the three-minute choice of npm test')
  .option('--json <file>', 'writes the outcomes there too')
  .option('--keep <folder>', 'writes there what the servers log, and all that the oracle was given')
  .action(run);

let stage: Stage | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.error(`faults: ended by ${signal}`);
    void leave(1);
  });
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(`faults: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
await leave(Number(process.exitCode ?? 0));

/** Ends everything that we started. Servers end with us by themselves. */
async function leave(code: number): Promise<never> {
  await stage?.close();
  process.exit(code);
}

async function run(options: Options): Promise<void> {
  if (options.list) return list();
  const chosen = choose(options);
  const { seed, seeds, minutes, short } = options;
  const untilMs = performance.now() + (short ? SHORT_MS : minutes ? minutes * 60_000 : Infinity);
  stage = await Stage.open(console.log);
  console.log(`mongod ${stage.mongod}, node ${process.version}, seed ${seed}`);
  const outcomes: Outcome[] = [];
  let unplayed = 0;
  for (const entry of minutes ? chains(chosen, seed) : eachAlone(chosen, seed, seeds)) {
    if (performance.now() > untilMs) break;
    try {
      const outcome = await playOne(stage, entry, options.keep);
      if (outcome) outcomes.push(outcome);
    } catch (error) {
      unplayed++;
      console.log(`✗ ${nameOf(entry)}, seed ${entry.seed}: ${String(error)}`);
      // What hangs still has its hands on the set.
      if (error instanceof Hanging) break;
    }
    if (options.json) writeFileSync(options.json, `${JSON.stringify(outcomes, null, 1)}\n`);
  }
  console.log(`\n${table(outcomes)}`);
  const passed = outcomes.filter(({ complaints }) => complaints.length === 0).length;
  const failed = outcomes.length - passed + unplayed;
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

class Hanging extends Error {}

function nameOf({ faults: entry }: Entry): string {
  return entry.map((fault) => fault.name).join(', ');
}

/** Undefined where a fault can't be made here. @throws Error where it can't be played; Hanging where it takes too long */
async function playOne(on: Stage, entry: Entry, folder: string | undefined): Promise<Outcome | undefined> {
  const { faults: played, seed } = entry;
  const name = nameOf(entry);
  for (const { impossible } of played) {
    const why = await impossible?.();
    if (why !== undefined) return void console.log(`– ${name}: ${why}`);
  }
  let timer: NodeJS.Timeout | undefined;
  const hanging = new Promise<never>((_resolve, reject) => {
    const late = (): void => reject(new Hanging(`not done after ${PLAY_LIMIT_MS / 1000} s`));
    timer = setTimeout(late, PLAY_LIMIT_MS);
  });
  const keep = (file: string, text: string): void => {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name.replaceAll(', ', '+')}-${seed}-${file}`), text);
  };
  try {
    const outcome = await Promise.race([play(on, played, seed, keep), hanging]);
    const { verdict, complaints, notes, seconds } = outcome;
    console.log(
      `${complaints.length === 0 ? '✓' : '✗'} ${name} (seed ${seed}): ${verdict.acknowledged} acknowledged, ` +
        `${verdict.delivered} delivered, ${verdict.gaps} gaps, recovered in ${verdict.recoverySeconds.toFixed(1)} s; ` +
        `${verdict.checked.missed} missed and ${verdict.checked.conflated} conflated checked; ${seconds.toFixed(0)} s`,
    );
    for (const line of [...complaints, ...notes]) console.log(`    ${line}`);
    return outcome;
  } finally {
    clearTimeout(timer);
  }
}

function choose({ fault: names, short }: Options): Fault[] {
  const wanted = names ?? (short ? SHORT : faults.map(({ name }) => name));
  return wanted.map((name) => {
    const found = faults.find((fault) => fault.name === name);
    if (!found) throw new Error(`there is no fault "${name}": see --list`);
    return found;
  });
}

function list(): void {
  const width = Math.max(...faults.map(({ name }) => name.length));
  for (const { name, about } of faults)
    console.log(`${SHORT.includes(name) ? '*' : ' '} ${name.padEnd(width)}  ${about}`);
  console.log('\n* in the choice of npm test (--short)');
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('it must be a whole number');
  return value;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('it must be above 0');
  return value;
}
