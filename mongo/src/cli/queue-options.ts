import { namesOf } from '../queue/collections.ts';
import { decodeId, encodeId } from '../wire-id.ts';
import type { JobId } from '../queue/job-document.ts';
import { readArguments, whole } from './arguments.ts';
import { UsageError } from './usage-error.ts';

/** What `npm run queue` was asked for. */
export type QueueTask =
  | { readonly do: 'stats'; readonly json: boolean; readonly watch: boolean }
  | { readonly do: 'dead'; readonly json: boolean; readonly limit: number }
  /** Without ids: all. */
  | { readonly do: 'redrive'; readonly ids: readonly JobId[] | undefined }
  /** Infinity: it waits for as long as it takes. */
  | { readonly do: 'drain'; readonly timeoutMs: number };

export interface QueueCommand {
  /** "database.collection" of the jobs. */
  readonly queue: string;
  readonly task: QueueTask;
}

export const HELP = `Usage: npm run queue -- <command> [options]

Looks after the work queue QUEUE (default: work.queue) at MONGODB_URI. It makes nothing: the servers, or npm run roles, do.

  stats              how many jobs wait, run, are delayed or dead, and how many are finished in a minute
    --json             one line of JSON
    --watch            again every second, until it is stopped
  dead               the dead letters, the newest first: id, key, when, attempts, last error
    --limit <n>        at most so many (default: 100)
    --json             one line of JSON each, with their payloads
  redrive <id>…      has these dead letters wait again, with all their attempts before them
    --all              has all of them
  drain              waits until nothing waits, is delayed or runs; workers go on, and nothing is stopped
    --timeout <s>      ends with exit code 1 when that takes longer, in seconds
  --help
`;

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;

/** The options of each command. */
const COMMANDS = {
  stats: { json: flag, watch: flag },
  dead: { json: flag, limit: text },
  redrive: { all: flag },
  drain: { timeout: text },
} as const;

/**
 * Reads the command line, and from the environment QUEUE.
 *
 * @param args without the program's name
 * @returns undefined when it asked for help
 * @throws UsageError that names what is wrong
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): QueueCommand | undefined {
  if (args.includes('--help')) return undefined;
  const [name, ...rest] = args;
  const task = readTask(name, rest);
  const queue = env['QUEUE'] || 'work.queue';
  try {
    namesOf({ name: queue });
  } catch (error) {
    throw new UsageError(`QUEUE: ${(error as Error).message}`, { cause: error });
  }
  return { queue, task };
}

function readTask(name: string | undefined, args: readonly string[]): QueueTask {
  switch (name) {
    case 'stats': {
      const { json = false, watch = false } = optionsOf(args, COMMANDS.stats);
      return { do: name, json, watch };
    }
    case 'dead': {
      const { json = false, limit = '100' } = optionsOf(args, COMMANDS.dead);
      return { do: name, json, limit: whole('--limit', limit, 1) };
    }
    case 'redrive': {
      const { values, positionals } = readArguments(args, COMMANDS.redrive, { allowPositionals: true });
      if (Boolean(values.all) === positionals.length > 0) {
        throw new UsageError('redrive takes ids, as "dead" shows them, or --all');
      }
      return { do: name, ids: values.all ? undefined : positionals.map(readId) };
    }
    case 'drain': {
      const { timeout } = optionsOf(args, COMMANDS.drain);
      return {
        do: name,
        timeoutMs: timeout === undefined ? Infinity : whole('--timeout', timeout, 1) * 1_000,
      };
    }
    default:
      throw new UsageError(
        `${name === undefined ? 'a command is missing' : `there is no command "${name}"`}: it is one of ` +
          `${Object.keys(COMMANDS).join(', ')} (npm run queue -- --help)`,
      );
  }
}

function optionsOf<const Known extends Record<string, typeof flag | typeof text>>(
  args: readonly string[],
  options: Known,
) {
  return readArguments(args, options, { allowPositionals: false }).values;
}

function readId(shown: string): JobId {
  const decoded = decodeId(shown);
  if (!decoded) throw new UsageError(`"${shown}" is no id of a dead letter: "dead" shows them`);
  return decoded.id as JobId;
}

/** A job's id for a person, and for {@link readOptions}. */
export function showId(id: JobId): string {
  return encodeId(id) ?? '(too long to show)';
}
