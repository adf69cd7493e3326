import { InvalidArgumentError, Option, program } from 'commander';
import { machine } from './measure/machine.ts';
import { record, sectionOf } from './report/record.ts';
import type { Effort, Level, Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { Stage } from './stage/stage.ts';

/** Longer than any scenario takes; then something hangs, and the bench says so rather than wait. */
const LIMIT_MINUTES: Record<Level, number> = { quick: 10, normal: 40, full: 120 };

interface Options {
  quick?: true;
  full?: true;
  seconds?: number;
  write: boolean;
}

program
  .name('npm run bench --')
  .description('Measures Ticker against what it stands on. Results go into bench/RESULTS.md.')
  .argument('[scenario]', 'which one, or "all"; without it: what there is')
  .addOption(new Option('--quick', 'few and short slices: a look').conflicts('full'))
  .addOption(new Option('--full', 'many and long slices').conflicts('quick'))
  .option('--seconds <n>', 'length of every slice', positive)
  .option('--no-write', 'leave RESULTS.md and results/ as they are')
  .action(run);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
// A load process that did not answer must not hold us up.
process.exit();

async function run(name: string | undefined, options: Options): Promise<void> {
  if (name === undefined) {
    const width = Math.max(...scenarios.map((scenario) => scenario.name.length));
    for (const scenario of scenarios) console.log(`${scenario.name.padEnd(width)}  ${scenario.summary}`);
    return;
  }
  const chosen = scenarios.filter((scenario) => name === 'all' || scenario.name === name);
  if (chosen.length === 0) {
    throw new Error(
      `there is no scenario "${name}": ${scenarios.map((scenario) => scenario.name).join(', ')}`,
    );
  }
  for (const scenario of chosen) await measure(scenario, options);
}

async function measure(scenario: Scenario, { quick, full, seconds, write }: Options): Promise<void> {
  const effort: Effort = { level: quick ? 'quick' : full ? 'full' : 'normal', seconds };
  const flags = `${quick ? ' --quick' : ''}${full ? ' --full' : ''}${seconds ? ` --seconds ${seconds}` : ''}`;
  const since = performance.now();
  const elapsed = () => (performance.now() - since) / 1000;
  // To stderr: the report alone can be sent into a file.
  const log = (line: string) =>
    console.error(`${elapsed().toFixed(0).padStart(4)} s  ${scenario.name}: ${line}`);
  const stage = await Stage.open(scenario.ring, log);
  try {
    const found = await inTime(scenario.run(stage, effort, log), LIMIT_MINUTES[effort.level]);
    const where = {
      date: new Date(),
      command: `npm run bench -- ${scenario.name}${flags}`,
      seconds: elapsed(),
      machine: machine(stage.mongodVersion),
    };
    console.log(`${sectionOf(scenario, found, where)}\n`);
    if (write) record(scenario, found, where);
  } finally {
    await stage.close();
  }
}

/** What `work` gives. @throws Error when it takes longer, or a signal ends us, so that the stage is closed then too */
async function inTime<T>(work: Promise<T>, minutes: number): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`not done after ${minutes} minutes`)), minutes * 60_000).unref();
      for (const signal of ['SIGINT', 'SIGTERM'])
        process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    }),
  ]);
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('a number above 0 is needed.');
  return value;
}
