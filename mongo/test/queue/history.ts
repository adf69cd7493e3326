import type { ChangeStream, ChangeStreamDocument, ObjectId } from 'mongodb';
import type { JobDocument } from '@ticker/mongo';
import type { QueueStage } from './queue-stage.ts';

type Event =
  | { readonly what: 'claimed'; readonly token: string }
  | { readonly what: 'extended' | 'idle' | 'finished' | 'removed' };

/**
 * What happened to each job, in the order of the oplog, as the majority has it: the whole truth, whoever was killed
 * when, and whatever the workers think that they did.
 */
export class History {
  readonly #events = new Map<string, Event[]>();
  readonly #stream: ChangeStream<JobDocument, ChangeStreamDocument<JobDocument>>;
  readonly #waiting = new Set<() => void>();
  readonly #reading: Promise<void>;
  #stopped = false;
  finished = 0;
  /** How often a job was claimed. */
  claims = 0;

  private constructor(stage: QueueStage) {
    this.#stream = stage.jobs.watch([], { maxAwaitTimeMS: 100 });
    this.#reading = this.#read();
  }

  /** Recording has begun when it resolves. */
  static async of(stage: QueueStage): Promise<History> {
    const history = new History(stage);
    await new Promise((resolve) => history.#stream.once('resumeTokenChanged', resolve));
    return history;
  }

  /** Resolves once the condition holds; looked at after every event. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#reading;
    await this.#stream.close();
  }

  /**
   * What is wrong with the history of the jobs: nothing, or a line for each breach. A job is claimed only while it is
   * idle, is finished at most once, and is never touched after.
   */
  breaches(): string[] {
    const breaches: string[] = [];
    for (const [id, events] of this.#events) {
      let state: 'idle' | 'running' | 'finished' = 'idle';
      for (const { what } of events) {
        const line = `${id}: ${what} while ${state} (${events.map((event) => event.what).join(' ')})`;
        if (state === 'finished' || (state === 'running' && what === 'claimed')) breaches.push(line);
        if (what === 'finished' && state !== 'running') breaches.push(line);
        if (what === 'claimed') state = 'running';
        if (what === 'idle' || what === 'finished') state = what;
      }
    }
    return breaches;
  }

  async #read(): Promise<void> {
    while (!this.#stopped) {
      const change = await this.#stream.tryNext();
      if (!change) continue;
      this.#record(change);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    }
  }

  #record(change: ChangeStreamDocument<JobDocument>): void {
    if (!('documentKey' in change)) return;
    const id = String(change.documentKey._id);
    const events = this.#events.get(id) ?? [];
    this.#events.set(id, events);
    const event = eventOf(change);
    if (!event) return;
    events.push(event);
    if (event.what === 'finished') this.finished++;
    if (event.what === 'claimed') this.claims++;
  }
}

function eventOf(change: ChangeStreamDocument<JobDocument>): Event | undefined {
  if (change.operationType === 'delete') return { what: 'removed' };
  if (change.operationType !== 'update') return undefined;
  const fields = change.updateDescription.updatedFields ?? {};
  if (fields.endTime) return { what: 'finished' };
  if (fields.token) return { what: 'claimed', token: (fields.token as ObjectId).toHexString() };
  if ('startTime' in fields) return { what: 'idle' };
  return { what: 'extended' };
}
