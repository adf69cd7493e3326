import { connect } from '../client.ts';
import { UNAUTHORIZED } from '../error-code.ts';
import { NoConnectionString } from '../errors.ts';
import { Queue } from '../queue/queue.ts';
import { showDead } from './queue-dead.ts';
import { drain } from './queue-drain.ts';
import { HELP, type QueueTask, readOptions } from './queue-options.ts';
import { redriveDead } from './queue-redrive.ts';
import { showStats } from './queue-stats.ts';
import { UsageError } from './usage-error.ts';

// `npm run queue`: what an operator does with the work queue.

/** @returns the exit code */
async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) {
    console.log(HELP);
    return 0;
  }
  // No option for it: other users of the machine see a command line.
  const uri = process.env['MONGODB_URI'];
  if (!uri) throw new UsageError("MONGODB_URI is not set: give the set's connection string by it");
  const client = await connect(uri, 'ticker-queue');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    return (await work(new Queue(client, { name: options.queue }), options.task, stop.signal)) ? 0 : 1;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNAUTHORIZED) throw error;
    throw new Error(
      `the user of MONGODB_URI may not do that with ${options.queue}: it needs the role tickerWorker (npm run roles)`,
      { cause: error },
    );
  } finally {
    await client.close();
  }
}

/** @returns whether all was done that was asked for */
async function work(queue: Queue, task: QueueTask, signal: AbortSignal): Promise<boolean> {
  switch (task.do) {
    case 'stats':
      await showStats(queue, task, signal);
      return true;
    case 'dead':
      await showDead(queue, task);
      return true;
    case 'redrive':
      return redriveDead(queue, task.ids);
    case 'drain':
      return drain(queue, task.timeoutMs, signal);
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof UsageError || error instanceof NoConnectionString ? 2 : 1;
}
