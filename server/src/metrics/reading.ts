import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client';

/** A value, and the labels that it stands under. */
export type Reading<L extends string> = readonly [labels: Readonly<Record<L, string>>, value: number];

/** A metric whose values are kept elsewhere, as plain numbers, and read when somebody asks. */
interface Description<N extends string, L extends string> {
  readonly name: N;
  /** What it means, in a sentence. */
  readonly help: string;
  /** Their values must be of a bounded set: never a ticker, a client's address, or whose token it is. */
  readonly labels?: readonly L[];
  /** What it is of all workers of a machine, where it is not their sum: "first" where all tell the same. */
  readonly across?: Extract<Aggregator, 'first' | 'max'>;
  /** All values now; without labels one number, or undefined where it is not known: then the metric has no value. */
  readonly read: () => number | undefined | Iterable<Reading<L>>;
}

/** A number that only grows while the process lives. */
export function counter<L extends string = never>(
  registry: Registry,
  { name, help, labels = [], read }: Description<`ticker_${string}_total`, L>,
): Counter<string> {
  return new Counter<string>({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect() {
      this.reset();
      for (const [values, value] of readings(read())) this.inc(values, value);
    },
  });
}

/** A number that goes up and down. */
export function gauge<L extends string = never>(
  registry: Registry,
  { name, help, labels = [], across = undefined, read }: Description<`ticker_${string}`, L>,
): Gauge<string> {
  return new Gauge<string>({
    name,
    help,
    ...(across && { aggregator: across }),
    labelNames: [...labels],
    registers: [registry],
    collect() {
      this.reset();
      // Without labels a reset leaves a 0, which is not the same as "not known".
      if (labels.length === 0) this.remove();
      for (const [values, value] of readings(read())) this.set(values, value);
    },
  });
}

function readings<L extends string>(
  read: number | undefined | Iterable<Reading<L>>,
): Iterable<Reading<string>> {
  if (read === undefined) return [];
  return typeof read === 'number' ? [[{}, read]] : read;
}
