import type { MeasuredMetric, Subject, Subjects, ToWorker } from './message.ts';
import { pageOf, remains } from './sum.ts';

/** A worker that is so busy that it does not report within this is told of by its last report, in milliseconds. */
const PATIENCE_MS = 2_000;

/** A worker, as far as it is to be asked. */
export interface Respondent {
  send(message: ToWorker): void;
}

/** Asks all workers about something and makes one answer of it. Lives in the primary process. */
export class Census {
  readonly #workers = new Map<Respondent, Partial<{ [About in Subject]: Subjects[About]['report'] }>>();
  readonly #open = new Map<number, { about: Subject; waiting: Set<Respondent>; done: () => void }>();
  #past: Promise<readonly MeasuredMetric[]> = Promise.resolve([]);
  #last = 0;

  /** One more to be asked. */
  add(worker: Respondent): void {
    this.#workers.set(worker, {});
  }

  /** It has ended. What it counted stays in the sums. */
  delete(worker: Respondent): void {
    const { metrics = [] } = this.#workers.get(worker) ?? {};
    this.#workers.delete(worker);
    for (const id of this.#open.keys()) this.#heard(worker, id);
    this.#past = this.#past.then((past) => remains(past, metrics));
  }

  /** A worker reports what it was asked. */
  report(worker: Respondent, id: number, report: unknown): void {
    const { about } = this.#open.get(id) ?? {};
    const known = this.#workers.get(worker);
    if (about && known) known[about] = report as never;
    this.#heard(worker, id);
  }

  /** The metrics of all workers, and of those that were before them, in Prometheus' text format. */
  async metrics(): Promise<string> {
    const reports = await this.#ask('metrics');
    return pageOf([...reports, await this.#past]);
  }

  /** How many subscribers they have together. */
  async subscribers(): Promise<number> {
    return (await this.#ask('subscribers')).reduce((sum, count) => sum + count, 0);
  }

  async #ask<About extends Subject>(about: About): Promise<Subjects[About]['report'][]> {
    const id = ++this.#last;
    const waiting = new Set(this.#workers.keys());
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, PATIENCE_MS);
      const done = (): void => {
        clearTimeout(late);
        resolve();
      };
      this.#open.set(id, { about, waiting, done });
      if (waiting.size === 0) done();
      for (const worker of waiting) worker.send({ type: 'tell', id, about });
    });
    this.#open.delete(id);
    return [...this.#workers.values()].flatMap(({ [about]: report }) =>
      report === undefined ? [] : [report as Subjects[About]['report']],
    );
  }

  /** Nothing more is to be waited for of this one. */
  #heard(worker: Respondent, id: number): void {
    const { waiting, done } = this.#open.get(id) ?? {};
    waiting?.delete(worker);
    if (waiting?.size === 0) done?.();
  }
}
