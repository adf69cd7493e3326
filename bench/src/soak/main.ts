import { writeFileSync } from 'node:fs';
import { InvalidArgumentError, program } from 'commander';
import { machine } from '../measure/machine.ts';
import { section } from '../report/document.ts';
import { record, recorded, writeReport } from '../report/record.ts';
import { scenarios } from '../scenarios.ts';
import { Stage } from '../stage/stage.ts';
import { complaints, findings, line } from './report.ts';
import { soak, type SoakOptions } from './soak.ts';

interface Options extends SoakOptions {
  readonly json?: string;
  readonly record?: true;
}

const ABOUT = {
  name: 'soak',
  summary:
    'What one server process holds while mixed clients read, lag, come and go for long, and whether each gets all of its ticks',
};

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop.abort(new Error(`ended by ${signal}`)));
}

program
  .name('npm run soak --')
  .description(
    'Plays mixed clients against one server on a real replica set, and says each minute what the server holds. Ctrl-C ends it: it says what it has. Fails where a tick was lost in silence, doubled, or out of order.',
  )
  .option('--minutes <n>', 'how long', whole, 30)
  .option('--clients <n>', 'how many, of all kinds', whole, 1_000)
  .option('--rate <n>', 'ticks a second', whole, 200)
  .option('--seed <n>', 'of who wants what, and comes and goes when', whole, 1)
  .option('--json <file>', 'writes all numbers there')
  .option(
    '--record',
    'keeps them in bench/results/ and makes bench/RESULTS.md anew; not where it was ended early',
  )
  .action(run);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`soak: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
// A load process that did not answer must not hold us up.
process.exit();

function log(text: string): void {
  console.error(text);
}

async function run({ json, record: keep, ...options }: Options): Promise<void> {
  const since = performance.now();
  const stage = await Stage.open(true, log);
  // As it is now: somebody may go on working beside a soak.
  const on = machine(stage.mongodVersion);
  try {
    const soaked = await soak(stage, options, stop.signal, {
      log,
      minute: (minute) => log(line(minute)),
    });
    const { minutes, clients, rate, seed } = options;
    const recording = recorded(ABOUT, findings(soaked), {
      date: new Date().toISOString(),
      command: `npm run soak -- --minutes ${minutes} --clients ${clients} --rate ${rate} --seed ${seed}`,
      seconds: (performance.now() - since) / 1000,
      machine: on,
    });
    console.log(section(recording));
    if (json) writeFileSync(json, `${JSON.stringify(recording, null, 2)}\n`);
    if (keep && soaked.ended === null) {
      record(recording);
      await writeReport(scenarios.map(({ name }) => name));
    }
    if (soaked.ended !== null || complaints(soaked).length > 0) process.exitCode = 1;
  } finally {
    await stage.close();
  }
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('a whole number above 0 is needed.');
  return value;
}
