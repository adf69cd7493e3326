import { redactUri } from '@ticker/mongo';
import { systemClock } from './clock.ts';
import { clientOf, closeLast, connectUnless } from './connection.ts';
import { endWith } from './end.ts';
import { readOptions } from './options.ts';
import { pace } from './pace.ts';
import { makePlan } from './plan.ts';
import { Progress } from './progress.ts';
import { publish } from './publish.ts';
import { json, live, plain } from './report.ts';
import { stopSignal } from './stop-signal.ts';
import { Writer } from './writer.ts';

// The publisher's composition root: source → pace → topic.

/** @returns the exit code: 1 when a line of the source was no tick, else 0 */
async function run(): Promise<number> {
  const signal = stopSignal();
  const options = readOptions(process.argv);
  if (!options) return 0;
  const onBadLine = (number: number, why: string): void => {
    progress.badLines++;
    report.note(`line ${number}: ${why}`);
  };
  // Before the connection: a file that isn't there needs no database to say so.
  const { source, schedule, goal, title } = await makePlan(options, onBadLine, signal);
  const client = clientOf(options.uri, 'ticker-publisher');
  if (!(await connectUnless(signal, client, options.uri))) return 0;

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
    closeLast(client);
  }
  return progress.badLines > 0 ? 1 : 0;
}

await endWith(run);
