import { Command, InvalidArgumentError } from 'commander';
import { addSet, read, tickers } from './option-value.ts';

/** What the consumer was asked for; a field that is missing was not. */
export interface ConsumeOptions {
  readonly uri: string;
  /** "database.collection". */
  readonly topic: string;
  /** These only. */
  readonly ticker?: readonly string[];
  /** "now", "start", or the id of a tick: its first tick is the one after. */
  readonly from: string;
  readonly json?: true;
}

/**
 * Reads the consumer's command line and environment.
 *
 * @param argv as process.argv
 * @returns undefined when it asked for help, which is printed
 * @throws UsageError, one line, that names what is wrong
 */
export function readConsumeOptions(argv: readonly string[]): ConsumeOptions | undefined {
  const command = addSet(new Command('npm run consume --'))
    .description('Shows the ticks of a topic as they come, straight from a secondary of the replica set.')
    .option('--ticker <names>', 'such as PIP or PIP,ACME (default: every ticker)', tickers)
    .option(
      '--from <position>',
      'now, start (the oldest there is), or the id of a tick: those after it',
      from,
      'now',
    )
    .option('--json', 'a line of JSON a tick');
  return read<ConsumeOptions>(command, argv);
}

function from(text: string): string {
  if (text === 'now' || text === 'start' || /^([0-9a-f]{24}|~[A-Za-z0-9_-]{1,199})$/.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be now, start, or an id as --json shows it: 24 hex digits, or ~ and base64url',
  );
}
