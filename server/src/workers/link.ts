import type { Place } from './place.ts';
import type { Subject, Subjects, ToPrimary, ToWorker } from './message.ts';

/** An answer that takes longer will not come, in milliseconds. The primary process waits for workers half as long. */
const PATIENCE_MS = 4_000;

/** A worker's line to the primary process, and by it to the other workers. */
export class Link {
  readonly place: Place;
  readonly #send: (message: ToPrimary) => void;
  readonly #reports = new Map<Subject, () => unknown>();
  readonly #asked = new Map<number, (answer: never) => void>();
  #last = 0;
  /** Called when the worker shall end. */
  onStop: () => void = () => {};

  /** @param worker this process, which was forked */
  constructor(place: Place, worker: Pick<NodeJS.Process, 'on' | 'send'> = process) {
    this.place = place;
    // It fails when the primary process has just gone; then this one ends, too.
    this.#send = (message) => void worker.send?.(message, undefined, undefined, () => {});
    worker.on('message', (message) => void this.#receive(message as ToWorker));
    this.#send({ type: 'hears' });
  }

  /** Sets what this worker reports about a subject when it is asked. */
  report<About extends Subject>(
    about: About,
    read: () => Subjects[About]['report'] | Promise<Subjects[About]['report']>,
  ): void {
    this.#reports.set(about, read);
  }

  /** What there is of all workers, this one included. @throws Error when there is no answer within 4 s */
  ask<About extends Subject>(about: About): Promise<Subjects[About]['answer']> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#asked.delete(id);
        reject(new Error(`the primary process did not tell the ${about} of all workers within 4 s`));
      }, PATIENCE_MS);
      this.#asked.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      this.#send({ type: 'ask', id, about });
    });
  }

  async #receive(message: ToWorker): Promise<void> {
    if (message.type === 'stop') this.onStop();
    if (message.type === 'answer') {
      this.#asked.get(message.id)?.(message.answer as never);
      this.#asked.delete(message.id);
    }
    if (message.type === 'tell') {
      // Without a report the primary process takes the last one.
      const report = await Promise.resolve(this.#reports.get(message.about)?.()).catch(() => undefined);
      if (report !== undefined) this.#send({ type: 'report', id: message.id, report });
    }
  }
}
