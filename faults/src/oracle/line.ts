import { type Journey, wants } from './journey.ts';

/**
 * The order in which one server process has its ticks, without a hole: what one of its subscribers to everything got
 * between two gaps. By it the counts can be held against what was skipped.
 */
export interface Line {
  readonly process: string;
  readonly tickers: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
}

/** All lines that the journeys tell of, the longest first. */
export function linesOf(journeys: readonly Journey[]): Line[] {
  const lines: Line[] = [];
  for (const { mode, tickers, stages } of journeys) {
    if (mode !== 'all' || !tickers.includes('*')) continue;
    for (const { process, steps } of stages) {
      if (process === undefined) continue;
      let names: string[] = [];
      let positions = new Map<string, number>();
      const end = (): void => {
        if (names.length > 0) lines.push({ process, tickers: names, positions });
        names = [];
        positions = new Map();
      };
      for (const step of steps) {
        if (step.type === 'gap') end();
        if (step.type !== 'ticks' && step.type !== 'snapshot') continue;
        for (const { id, ticker } of step.ticks) {
          if (positions.has(id)) continue;
          positions.set(id, names.length);
          names.push(ticker);
        }
      }
      end();
    }
  }
  return lines.toSorted((one, other) => other.tickers.length - one.tickers.length);
}

/** How many ticks that the subscriber wants stand after `from`, up to `to`; undefined where no line has both. */
export function between(
  lines: readonly Line[],
  process: string | undefined,
  journey: Pick<Journey, 'tickers'>,
  from: string,
  to: string,
): number | undefined {
  for (const line of lines) {
    if (line.process !== process) continue;
    const [first, last] = [line.positions.get(from), line.positions.get(to)];
    if (first === undefined || last === undefined) continue;
    return line.tickers.slice(first + 1, last + 1).filter((ticker) => wants(journey, ticker)).length;
  }
  return undefined;
}

/** Ticks that a process gave in another order to one subscriber than to another. */
export function reordered(journeys: readonly Journey[], lines: readonly Line[]): string[] {
  const longest = new Map<string, Line>();
  for (const line of lines) if (!longest.has(line.process)) longest.set(line.process, line);
  return journeys
    .filter(({ mode }) => mode === 'all')
    .flatMap(({ name, stages }) =>
      stages.flatMap(({ process, steps }) => {
        const positions = process === undefined ? undefined : longest.get(process)?.positions;
        let at = -1;
        const wrong: string[] = [];
        for (const step of steps) {
          if (step.type !== 'ticks' && step.type !== 'snapshot') continue;
          for (const { id } of step.ticks) {
            const position = positions?.get(id);
            if (position === undefined) continue;
            if (position < at) wrong.push(`${name}: ${id} stands elsewhere for another subscriber`);
            at = position;
          }
        }
        return wrong;
      }),
    );
}
