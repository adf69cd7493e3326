import { Command, Option } from 'commander';
import { UsageError } from './errors.ts';
import { models } from './model.ts';
import { addSet, number, read, tickers, whole } from './option-value.ts';

const RATE_MAX = 20_000;
const MIB = 1024 * 1024;

/** What the publisher was asked for; a field that is missing was not. */
export interface Options {
  readonly uri: string;
  /** "database.collection". */
  readonly topic: string;
  /** Bounds of the topic, in bytes and in ticks. */
  readonly cappedSize: number;
  readonly cappedMax: number;
  readonly tickers?: readonly string[];
  /** Ticks a second, all tickers together. */
  readonly rate?: number;
  readonly count?: number;
  readonly model?: keyof typeof models;
  readonly seed?: number;
  readonly replay?: string;
  readonly speed?: number;
  readonly stdin?: true;
  readonly json?: true;
}

/**
 * Reads the publisher's command line and environment.
 *
 * @param argv as process.argv
 * @returns undefined when it asked for help, which is printed
 * @throws UsageError, one line, that names what is wrong
 */
export function readOptions(argv: readonly string[]): Options | undefined {
  const options = read<Options>(describe(), argv);
  if (options?.speed && !options.replay) throw new UsageError("option '--speed <n>' is for --replay only");
  return options;
}

function describe(): Command {
  const rate = number(`above 0 and at most ${RATE_MAX}`, (value) => value > 0 && value <= RATE_MAX);
  const speed = number('above 0', (value) => value > 0);
  const kinds = Object.keys(models);
  return addSet(new Command('npm run publish --'))
    .description('Publishes ticks into a topic. Without options: a price of PIP each second.')
    .option('--tickers <names>', 'such as PIP,ACME; they take turns (default: PIP)', tickers)
    .option('--rate <n>', 'ticks a second in all, 0.2 is one in 5 s (default: 1, of a replay 10)', rate)
    .option('--count <n>', 'end after so many ticks', whole(1))
    .addOption(new Option('--model <name>', 'how prices move (default: walk)').choices(kinds))
    .option('--seed <n>', 'for the same prices again', whole(0))
    .addOption(
      new Option(
        '--replay <file>',
        'recorded prices, CSV or NDJSON (stocks.csv and sp500.csv are at hand)',
      ).conflicts(['model', 'seed', 'stdin']),
    )
    .addOption(
      new Option('--speed <n>', 'replay so many times faster than recorded')
        .argParser(speed)
        .conflicts('rate'),
    )
    .addOption(
      new Option('--stdin', 'lines of TICKER PRICE, PRICE or JSON, as they come').conflicts([
        'model',
        'seed',
      ]),
    )
    .option('--json', 'a line of JSON a second')
    .addOption(bound('--capped-size <bytes>', 'CAPPED_SIZE', 16 * MIB, 4096))
    .addOption(bound('--capped-max <n>', 'CAPPED_MAX', 100_000, 0))
    .addHelpText(
      'after',
      '\nThe bounds of the topic: CAPPED_SIZE in bytes, CAPPED_MAX in ticks (0: as many as fit).',
    );
}

/** From the environment only, as in the server: the flag is not shown. */
function bound(flag: string, name: string, standard: number, least: number): Option {
  return new Option(flag).env(name).default(standard).argParser(whole(least)).hideHelp();
}
