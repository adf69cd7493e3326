import { Hopeless, insertAlert, followRules, type Log, parseDelivery, Queue, Rules } from '@ticker/mongo';
import type { CommandStartedEvent, CommandSucceededEvent, MongoClient } from 'mongodb';
import { above, every, match } from './alerts/alerts-stage.ts';
import { RecordedAlerts } from './alerts/recorded-alerts.ts';
import { until } from './queue/queue-stage.ts';
import { NAMES } from './roles-set.ts';

/** What the jobs of the test die of. */
const HOPELESS = 'no use';

/** A log that keeps the first thing that it is told: what recovers by itself says there what it is refused. */
class Complaints implements Log {
  first: string | undefined;
  readonly info = (): void => {};
  readonly warn = ({ why }: { why?: string }): void => {
    if (why !== HOPELESS) this.first ??= why;
  };

  check(): void {
    if (this.first !== undefined) throw new Error(this.first);
  }

  /** Waits until it holds. @throws Error with what it was told instead */
  async until(condition: () => Promise<boolean> | boolean): Promise<void> {
    await until(() => {
      this.check();
      return condition();
    });
  }
}

/** Whether a change stream of a collection was opened through the client, from now on. */
function hearing(client: MongoClient, collection: string): () => boolean {
  const asked = new Set<number>();
  let heard = false;
  client.on('commandStarted', ({ command, requestId }: CommandStartedEvent) => {
    if (command['aggregate'] === collection && command['pipeline'][0].$changeStream) asked.add(requestId);
  });
  client.on('commandSucceeded', ({ requestId }: CommandSucceededEvent) => {
    if (asked.has(requestId)) heard = true;
  });
  return () => heard;
}

/** All that is done with a queue. @throws Error with what it is refused */
export async function queueWork(client: MongoClient): Promise<void> {
  const log = new Complaints();
  const queue = new Queue(client, { ...NAMES.queue, log });
  const hears = hearing(client, 'queue');
  await queue.stats();
  const worker = queue.worker(() => {
    throw new Hopeless(HOPELESS);
  });
  try {
    await log.until(hears);
    const { id } = await queue.enqueue('job');
    await log.until(async () => (await queue.deadLetters()).length === 1);
    const later = await queue.enqueue('later', { delayMs: 3_600_000 });
    await queue.cancel(later.id);
    await queue.redrive([id]);
    // Dead again; what says how often comes after it lies there.
    await log.until(() => worker.counts.dead === 2);
    await log.until(async () => (await queue.deadLetters()).length === 1);
  } finally {
    await worker.stop({ deadlineMs: 1_000 });
  }
  log.check();
}

/** All that the server does with alerts. @throws Error with what it is refused */
export async function alertWork(client: MongoClient, uri: string): Promise<void> {
  const log = new Complaints();
  const rules = new Rules(client, NAMES);
  const stop = new AbortController();
  const hears = hearing(client, 'rules');
  const tail = await RecordedAlerts.start(uri, NAMES.alerts, log);
  const following = (async () => {
    for await (const _ of followRules(client, NAMES.rules, { signal: stop.signal, log }));
  })();
  try {
    await log.until(hears);
    const options = { owner: null, position: null, max: 1_000 };
    const [once, again] = [await rules.create(above, options), await rules.create(every, options)];
    await rules.fire([match(once), match(again)]);
    await rules.rearm(again.id, 2, null);
    await rules.change(again.id, null, { state: 'paused' }, null);
    await rules.deliveries(await rules.list(null));
    const queue = new Queue(client, { ...NAMES.queue, parse: parseDelivery, log });
    for (const job of await queue.claimMany(10)) {
      const { firedAt: time, ...delivery } = job.payload;
      await insertAlert(client, NAMES.alerts, { ...delivery, id: job.id, time });
      await queue.complete(job);
    }
    await log.until(() => tail.alerts.length >= 2);
    await rules.redrive(again.id);
    await rules.remove(once.id, null);
    await queueWork(client);
  } finally {
    stop.abort();
    await Promise.all([tail.stop(), following]);
  }
  log.check();
}
