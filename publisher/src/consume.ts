import { Members, redactUri, Seen, Tail, type TailItem } from '@ticker/mongo';
import type { Tick } from '@ticker/protocol';
import { clientOf, closeLast, connectUnless } from './connection.ts';
import { readConsumeOptions } from './consume-options.ts';
import { endWith } from './end.ts';
import { Position } from './position.ts';
import { stopSignal } from './stop-signal.ts';

// The consumer's composition root: the article's consumer, with our tail in place of its loop.

/** Ids that are remembered, so that a tick is not shown again after the cursor was lost: BACKLOG_MAX of the server. */
const SEEN = 100_000;
const AWAIT_MS = 20;

/** @returns the exit code */
async function run(): Promise<number> {
  const signal = stopSignal();
  const options = readConsumeOptions(process.argv);
  if (!options) return 0;
  const { uri, topic, from, json } = options;
  // Heartbeats of a second: that is how soon the tail learns that its member lags.
  const client = clientOf(uri, 'ticker-consumer', { heartbeatFrequencyMS: 1_000, connectTimeoutMS: 3_000 });
  const members = new Members(client);
  if (!(await connectUnless(signal, client, uri))) return 0;

  const known = new Seen(SEEN);
  const tail = new Tail({
    uri,
    client,
    members,
    topic,
    known,
    backlogMax: SEEN,
    readConcern: 'majority',
    awaitMs: AWAIT_MS,
    signal,
    appName: 'ticker-consumer-tail',
    log: { info: () => {}, warn: (fields, message) => note(`${message}: ${JSON.stringify(fields)}`) },
  });
  const position = new Position(from);
  const names = options.ticker && new Set(options.ticker);
  const show = json ? line : text;
  note(
    `following ${topic} at ${redactUri(uri)}: ${options.ticker?.join(', ') ?? 'every ticker'}, from ${from}`,
  );
  try {
    for await (const item of tail) {
      for (const shown of position.take(item)) {
        if (shown.type === 'gap') process.stdout.write(show('gap'));
        else
          process.stdout.write(
            shown.ticks
              .filter(({ ticker }) => names?.has(ticker) ?? true)
              .map(show)
              .join(''),
          );
      }
      remember(known, item);
    }
  } finally {
    members.close();
    closeLast(client);
  }
  return 0;
}

function remember(known: Seen, item: TailItem): void {
  if (item.type === 'ticks') for (const { id } of item.ticks) known.add(id);
  else if (item.type === 'gap' && item.recreated) known.clear();
}

function line(shown: Tick | 'gap'): string {
  return `${JSON.stringify(shown === 'gap' ? { type: 'gap' } : { type: 'tick', ...shown })}\n`;
}

function text(shown: Tick | 'gap'): string {
  if (shown === 'gap') return '--- gap: ticks may be missing here ---\n';
  return `${new Date(shown.time).toISOString()} ${shown.ticker} ${shown.price}\n`;
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

await endWith(run);
