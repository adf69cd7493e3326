import { randomInt } from 'node:crypto';
import { fromModel, models } from './model.ts';
import type { Options } from './options.ts';
import type { Goal } from './progress.ts';
import { openReplay } from './replay.ts';
import { atOnce, byRate, bySpeed, type Schedule } from './schedule.ts';
import { first, type Source } from './source.ts';
import { fromStdin } from './stdin.ts';

/** As the article's publisher. */
const MODEL_RATE = 1;

/** With one row a second a replay looks dead: the 560 rows of stocks.csv take a minute this way, not ten. */
const REPLAY_RATE = 10;

/** What will be published, and when. */
export interface Plan {
  readonly source: Source;
  readonly schedule: Schedule;
  readonly goal: Goal;
  /** The source in words. */
  readonly title: string;
}

/**
 * Makes the source and the schedule that the options ask for.
 *
 * @param onBadLine told of each line of a file or of stdin that is no tick
 * @throws UsageError when there is no such file, or it has no prices
 */
export async function makePlan(
  options: Options,
  onBadLine: (number: number, why: string) => void,
  signal: AbortSignal,
): Promise<Plan> {
  const { count } = options;
  const { source, bytes, schedule, title } = await open(options, onBadLine, signal);
  return {
    source: count === undefined ? source : first(count, source),
    schedule,
    goal: { ticks: count, bytes },
    title,
  };
}

type Opened = Omit<Plan, 'goal'> & { readonly bytes?: number };

async function open(
  options: Options,
  onBadLine: (number: number, why: string) => void,
  signal: AbortSignal,
): Promise<Opened> {
  const { tickers, rate, speed, replay: file, stdin } = options;
  if (file !== undefined) {
    const { source, size } = await openReplay({
      file,
      tickers,
      timed: speed !== undefined,
      onBadLine,
      signal,
    });
    const [schedule, pace] =
      speed === undefined
        ? constant(rate ?? REPLAY_RATE)
        : [bySpeed(speed), `${speed} times faster than recorded`];
    return { source, bytes: size, schedule, title: `${file}, ${pace}` };
  }
  const [ticker] = tickers ?? ['PIP'];
  if (stdin) {
    const source = fromStdin(process.stdin, { ticker: ticker!, onBadLine, signal });
    const [schedule, pace] = rate === undefined ? [atOnce(), 'as they come'] : constant(rate);
    return { source, schedule, title: `lines of stdin, ${pace}` };
  }
  const { model = 'walk', seed = randomInt(2 ** 31) } = options;
  const [schedule, pace] = constant(rate ?? MODEL_RATE);
  const names = tickers ?? ['PIP'];
  const title = `${names.join(', ')}, ${pace} (--model ${model} --seed ${seed})`;
  return { source: fromModel(models[model](seed), names), schedule, title };
}

function constant(rate: number): [Schedule, string] {
  return [byRate(rate), rate === 1 ? '1 tick a second' : `${rate} ticks a second`];
}
