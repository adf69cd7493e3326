import { isTicker } from '@ticker/protocol';
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { UsageError } from './errors.ts';

// Readers of an option's value: each throws what commander makes one clear line of.

/** A connection string. */
export function uri(text: string): string {
  if (/^mongodb(\+srv)?:\/\//.test(text)) return text;
  throw new InvalidArgumentError('It must begin with mongodb:// or mongodb+srv://');
}

/** "database.collection". */
export function topic(text: string): string {
  if (/^[^.$ ]+\.[^$ ]+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be database.collection, such as finance.ticker');
}

/** Names of tickers, with commas between. */
export function tickers(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.every(isTicker)) return names;
  throw new InvalidArgumentError(
    'It must be names with commas between, each 1-32 of letters, digits, dot, _ and -',
  );
}

/** A number that `fits`; `range` says so in words. */
export function number(range: string, fits: (number: number) => boolean): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (Number.isFinite(value) && fits(value)) return value;
    throw new InvalidArgumentError(`It must be a number ${range}`);
  };
}

/** A whole number of at least `least`. */
export function whole(least: number): (text: string) => number {
  return number(
    `without a fraction, at least ${least}`,
    (value) => Number.isSafeInteger(value) && value >= least,
  );
}

/** The options that every program of ours has. */
export function addSet(command: Command): Command {
  return command
    .addOption(new Option('--uri <uri>', 'the replica set').env('MONGODB_URI').argParser(uri))
    .addOption(
      new Option('--topic <name>', 'database.collection')
        .env('TOPIC')
        .default('finance.ticker')
        .argParser(topic),
    );
}

/**
 * Reads a command line.
 *
 * @returns its options; undefined when it asked for help, which is printed
 * @throws UsageError, one line, that names what is wrong, or that no replica set was named
 */
export function read<Options extends { uri: string }>(
  command: Command,
  argv: readonly string[],
): Options | undefined {
  // An empty variable is as good as none.
  if (process.env['MONGODB_URI'] === '') delete process.env['MONGODB_URI'];
  try {
    command
      .configureOutput({ outputError: () => {} })
      .exitOverride()
      .parse(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new UsageError(error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' '));
  }
  const options = command.opts<Partial<Options>>();
  if (options.uri) return options as Options;
  throw new UsageError(
    'MONGODB_URI is not set: give the connection string of a replica set by it or by --uri; npm start prints one',
  );
}
