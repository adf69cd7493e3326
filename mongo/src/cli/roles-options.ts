import { alertNames } from '../alerts/names.ts';
import type { TopicBounds } from '../topic-mismatch.ts';
import { readArguments, whole } from './arguments.ts';
import { UsageError } from './usage-error.ts';

/** What `npm run roles` was asked for. */
export interface RolesOptions {
  /** Write a script for mongosh, and connect to nothing. */
  readonly print: boolean;
  readonly bounds: TopicBounds;
  /** "database.collection" of the jobs. */
  readonly queue: string;
  /** What the roles' names begin with. */
  readonly prefix: string;
}

export const HELP = `Usage: npm run roles -- [options]

Makes the topic, the collections of the alerts, and the roles of the programs, once, with an administrator's connection string in MONGODB_URI.

  --print          write the same as a script for mongosh, and connect to nothing
  --topic <name>   database.collection (TOPIC; default: finance.ticker)
  --size <bytes>   of a topic that is missing (CAPPED_SIZE; default: 16777216)
  --max <n>        its ticks, 0: as many as fit (CAPPED_MAX; default: 100000)
  --queue <name>   database.collection (QUEUE; default: work.queue)
  --prefix <name>  what the roles' names begin with (default: ticker)
  --help
`;

/**
 * Reads the command line; what it doesn't say is taken from the environment, as the publisher takes it.
 *
 * @param args without the program's name
 * @returns undefined when it asked for help
 * @throws UsageError that names what is wrong
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): RolesOptions | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { print: flag, topic: text, size: text, max: text, queue: text, prefix: text, help: flag };
  const { values } = readArguments(args, options, { allowPositionals: false });
  if (values.help) return undefined;
  const { print = false, prefix = 'ticker' } = values;
  const topic = values.topic ?? (env['TOPIC'] || 'finance.ticker');
  if (!/^[^.$\s]+\.[^$\s]+$/.test(topic)) {
    throw new UsageError(
      `--topic (TOPIC) must be database.collection, such as finance.ticker, not "${topic}"`,
    );
  }
  if (!/^[a-z][A-Za-z0-9]{0,31}$/.test(prefix)) {
    throw new UsageError(
      `--prefix must be up to 32 letters and digits, a small letter first, not "${prefix}"`,
    );
  }
  const sizeBytes = whole('--size (CAPPED_SIZE)', values.size ?? (env['CAPPED_SIZE'] || '16777216'), 4096);
  const max = whole('--max (CAPPED_MAX)', values.max ?? (env['CAPPED_MAX'] || '100000'), 0);
  const queue = values.queue ?? (env['QUEUE'] || 'work.queue');
  try {
    alertNames(topic, queue);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
  return { print, prefix, queue, bounds: { name: topic, sizeBytes, max } };
}
