import { tickBytes, type Outage } from '../topic-size.ts';
import { readArguments, whole } from './arguments.ts';
import { UsageError } from './usage-error.ts';

/** The longest name that a ticker may have: who plans with it is never wrong. */
const LONGEST = 'X'.repeat(32);

export const HELP = `Usage: npm run size -- --rate <n> --minutes <n> [options]

Says how large a topic must be for a reader to be away for so long and miss nothing. It connects to nothing.

  --rate <n>       ticks a second of all publishers together, at the busiest time
  --minutes <n>    how long a reader may be away
  --bytes <n>      of a tick's document (default: ${tickBytes(LONGEST)}, our publisher's with the longest ticker; "PIP": ${tickBytes('PIP')})
  --topic <name>   database.collection (TOPIC; default: finance.ticker)
  --help
`;

/** What `npm run size` was asked for. */
export interface SizeOptions extends Outage {
  readonly topic: string;
  readonly minutes: number;
}

/**
 * Reads the command line, and from the environment TOPIC.
 *
 * @param args without the program's name
 * @returns undefined when it asked for help
 * @throws UsageError that names what is wrong
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): SizeOptions | undefined {
  const text = { type: 'string' } as const;
  const options = {
    rate: text,
    minutes: text,
    bytes: text,
    topic: text,
    help: { type: 'boolean' },
  } as const;
  const { values } = readArguments(args, options, { allowPositionals: false });
  if (values.help) return undefined;
  const minutes = positive('--minutes', values.minutes);
  const topic = values.topic ?? (env['TOPIC'] || 'finance.ticker');
  if (!/^[^.$\s]+\.[^$\s]+$/.test(topic)) {
    throw new UsageError(
      `--topic (TOPIC) must be database.collection, such as finance.ticker, not "${topic}"`,
    );
  }
  return {
    topic,
    minutes,
    rate: positive('--rate', values.rate),
    seconds: minutes * 60,
    bytes: values.bytes === undefined ? tickBytes(LONGEST) : whole('--bytes', values.bytes, 1),
  };
}

function positive(name: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`${name} is missing (npm run size -- --help)`);
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN;
  if (Number.isFinite(value) && value > 0) return value;
  throw new UsageError(`${name} must be a number above 0, not "${text}"`);
}
