import { InvalidArgumentError, Option, program } from 'commander';
import { machine } from './measure/machine.ts';
import { Progress } from './progress.ts';
import { section } from './report/document.ts';
import { record, recorded, writeReport } from './report/record.ts';
import type { Effort, Level, Scenario } from './scenario.ts';
import { scenarios, secondsOf } from './scenarios.ts';
import { Stages } from './stage/stages.ts';

/** How many times its budget a scenario may take: then something hangs, and the bench says so rather than wait. */
const PATIENCE = 3;

interface Options {
  quick?: true;
  full?: true;
  seconds?: number;
  write: boolean;
}

const stop = new AbortController();
const stopped = stop.signal;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => stop.abort(new Error(`ended by ${signal}`)));
}

program
  .name('npm run bench --')
  .description('Measures Ticker against what it stands on. Results go into bench/RESULTS.md.')
  .argument('[scenario]', 'which one, "all", or "report" to make RESULTS.md anew; without it: what there is')
  .addOption(new Option('--quick', 'few and short slices: a look').conflicts('full'))
  .addOption(new Option('--full', 'many and long slices').conflicts('quick'))
  .option('--seconds <n>', 'length of every slice', positive)
  .option('--no-write', 'leave RESULTS.md, plots/ and results/ as they are')
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
  const level: Level = options.quick ? 'quick' : options.full ? 'full' : 'normal';
  if (name === undefined) return list();
  if (name === 'report') return writeReport(scenarios.map((scenario) => scenario.name));
  const chosen = scenarios.filter((scenario) => name === 'all' || scenario.name === name);
  if (chosen.length === 0) {
    throw new Error(
      `there is no scenario "${name}": ${scenarios.map((scenario) => scenario.name).join(', ')}`,
    );
  }
  const progress = new Progress();
  const stages = Stages.real();
  const failures: string[] = [];
  const total = secondsOf(chosen, level);
  for (const [index, scenario] of chosen.entries()) {
    const before = secondsOf(chosen.slice(0, index), level);
    const budget = scenario.budget[level];
    progress.begin({ name: scenario.name, number: index + 1, count: chosen.length, budget, before, total });
    try {
      await measure(scenario, level, { name, ...options }, { stages, progress });
    } catch (error) {
      // One that can't be measured is no reason to measure none of the others.
      failures.push(`${scenario.name}: ${error instanceof Error ? error.message : String(error)}`);
      progress.step(`failed: ${failures.at(-1)}`);
      if (stopped.aborted) break;
    }
  }
  await stages.close();
  progress.close();
  if (failures.length > 0) throw new Error(failures.join('\n       '));
}

/** What there is, and how long it takes. */
function list(): void {
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  for (const { name, summary, budget } of scenarios)
    console.log(`${name.padEnd(width)}  ${summary} (--quick: ${budget.quick} s)`);
  const levels = (['quick', 'normal', 'full'] as const).map(
    (level) => `${level} ${Math.ceil(secondsOf(scenarios, level) / 60)} min`,
  );
  console.log(`\nall of them, on two cores: ${levels.join(', ')}`);
}

async function measure(
  scenario: Scenario,
  level: Level,
  { name, seconds, write }: Options & { readonly name: string },
  { stages, progress }: { readonly stages: Stages; readonly progress: Progress },
): Promise<void> {
  const effort: Effort = { level, seconds };
  const flags = `${level === 'normal' ? '' : ` --${level}`}${seconds ? ` --seconds ${seconds}` : ''}`;
  const log = (line: string) => progress.step(line);
  const run = await stages.play(scenario.ring, log, async (stage) => {
    stopped.throwIfAborted();
    const found = await inTime(scenario.run(stage, effort, log), PATIENCE * scenario.budget[level]);
    return recorded(scenario, found, {
      date: new Date().toISOString(),
      command: `npm run bench -- ${name}${flags}`,
      seconds: progress.elapsed,
      machine: machine(stage.mongodVersion),
    });
  });
  progress.end();
  console.log(`${section(run)}\n`);
  if (!write) return;
  record(run);
  await writeReport(scenarios.map((each) => each.name));
}

/** What `work` gives. @throws Error when it takes longer, or a signal ends us, so that the stage is closed then too */
async function inTime<T>(work: Promise<T>, limit: number): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`not done after ${limit} s`)), limit * 1000).unref();
      stopped.addEventListener('abort', () => reject(stopped.reason as Error), { once: true });
    }),
  ]);
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('a number above 0 is needed.');
  return value;
}
