import { createClient, open, redactUri } from '@ticker/mongo';
import { systemClock } from './clock.ts';
import { UsageError } from './errors.ts';
import { type Options, readOptions } from './options.ts';
import { pace } from './pace.ts';
import { makePlan } from './plan.ts';
import { Progress } from './progress.ts';
import { publish } from './publish.ts';
import { json, live, plain } from './report.ts';
import { stopSignal } from './stop-signal.ts';
import { Writer } from './writer.ts';

// The publisher's composition root: source → pace → topic.

const CLOSE_MS = 1_000;

/** @returns the exit code: 1 when a line of the source was no tick, else 0 */
async function run(options: Options, signal: AbortSignal): Promise<number> {
  const onBadLine = (number: number, why: string): void => {
    progress.badLines++;
    report.note(`line ${number}: ${why}`);
  };
  // Before the connection: a file that isn't there needs no database to say so.
  const { source, schedule, goal, title } = await makePlan(options, onBadLine, signal);
  const client = clientOf(options.uri);
  const giveUp = (): void => void client.close();
  signal.addEventListener('abort', giveUp);
  try {
    await open(client, options.uri);
  } catch (error) {
    if (signal.aborted) return 0;
    throw error;
  }
  signal.removeEventListener('abort', giveUp);

  const progress = new Progress(systemClock, goal);
  const style = options.json ? json : process.stdout.isTTY ? live : plain;
  const report = style(progress, { out: process.stdout, err: process.stderr });
  try {
    const writer = await Writer.open({
      client,
      bounds: { name: options.topic, sizeBytes: options.cappedSize, max: options.cappedMax },
      signal,
      onNote: (note) => report.note(note),
      onWaiting(why) {
        progress.waiting = why;
        report.note(why === undefined ? 'MongoDB is back' : `waiting for MongoDB: ${why}`);
      },
    });
    report.note(`publishing to ${options.topic} at ${redactUri(options.uri)}: ${title}`);
    const batches = pace(source, schedule, systemClock, signal);
    for await (const batch of publish(batches, (ticks) => writer.write(ticks))) progress.add(batch);
  } finally {
    report.end();
    // Not awaited: a member that hangs would hold it up.
    void client.close().catch(() => {});
    setTimeout(() => process.exit(), CLOSE_MS).unref();
  }
  return progress.badLines > 0 ? 1 : 0;
}

function clientOf(uri: string): ReturnType<typeof createClient> {
  try {
    return createClient(uri, 'ticker-publisher');
  } catch (error) {
    throw new UsageError(`MONGODB_URI is no connection string: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const signal = stopSignal();
try {
  const options = readOptions(process.argv);
  if (options) process.exitCode = await run(options, signal);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
