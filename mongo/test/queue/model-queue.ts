interface ModelJob {
  /** Its place among all that were ever enqueued. */
  readonly place: number;
  readonly key: string | undefined;
  payload: number;
  priority: number;
  state: 'waiting' | 'delayed' | 'running' | 'finished' | 'dead';
  attempts: number;
  /** The lease that it was given last. */
  lease: number | undefined;
  /** Its lease is over, or it is due. */
  past: boolean;
}

interface NewModelJob {
  readonly payload: number;
  readonly priority: number;
  readonly key?: string | undefined;
  readonly delayed: boolean;
}

/** A queue as one would write it without a database: a list. Leases are counted, in the order in which they are given. */
export class ModelQueue {
  readonly #maxAttempts: number;
  #jobs: ModelJob[] = [];
  #places = 0;
  readonly #leases: ModelJob[] = [];

  constructor(maxAttempts: number) {
    this.#maxAttempts = maxAttempts;
  }

  enqueue({ payload, priority, key, delayed }: NewModelJob, onClash: 'ignore' | 'replace'): string {
    const state = delayed ? 'delayed' : 'waiting';
    const there =
      key === undefined ? undefined : this.#jobs.find((job) => job.key === key && job.state !== 'dead');
    if (!there) {
      const place = this.#places++;
      this.#jobs.push({ place, key, payload, priority, state, attempts: 0, lease: undefined, past: false });
      return 'enqueued';
    }
    if (onClash === 'ignore' || (there.state !== 'waiting' && there.state !== 'delayed')) return 'ignored';
    Object.assign(there, { payload, priority, state, attempts: 0, past: false });
    return 'replaced';
  }

  claim(limit: number, order: 'fifo' | 'priority'): { payload: number; attempts: number }[] {
    const waiting = this.#in('waiting').toSorted(
      (a, b) => (order === 'fifo' ? 0 : b.priority - a.priority) || a.place - b.place,
    );
    return waiting.slice(0, limit).map((job) => {
      Object.assign(job, { state: 'running', attempts: job.attempts + 1, past: false });
      job.lease = this.#leases.push(job) - 1;
      return { payload: job.payload, attempts: job.attempts };
    });
  }

  complete(lease: number): boolean {
    const job = this.#leases[lease]!;
    if (job.lease !== lease || !this.#jobs.includes(job)) return false;
    if (job.state === 'finished') return true;
    if (!this.#holds(lease)) return false;
    job.state = 'finished';
    return true;
  }

  extend(lease: number): boolean {
    return this.#holds(lease);
  }

  fail(lease: number, retry: boolean): boolean {
    if (!this.#holds(lease)) return false;
    const job = this.#leases[lease]!;
    job.state = retry && job.attempts < this.#maxAttempts ? 'delayed' : 'dead';
    return true;
  }

  release(lease: number): boolean {
    const job = this.#leases[lease]!;
    // Said twice it is so all the same.
    if (job.lease === lease && job.state === 'waiting' && this.#jobs.includes(job)) return true;
    if (!this.#holds(lease)) return false;
    job.state = 'waiting';
    job.attempts--;
    return true;
  }

  cancel(lease: number): boolean {
    const job = this.#leases[lease]!;
    if (!this.#jobs.includes(job) || (job.state !== 'waiting' && job.state !== 'delayed')) return false;
    this.#jobs = this.#jobs.filter((other) => other !== job);
    return true;
  }

  expire(lease: number): void {
    const job = this.#leases[lease]!;
    if (job.lease === lease && job.state === 'running') job.past = true;
  }

  allDue(): void {
    for (const job of this.#in('delayed')) job.past = true;
  }

  sweep(): { promoted: number; reaped: number } {
    const due = this.#in('delayed').filter(({ past }) => past);
    for (const job of due) Object.assign(job, { state: 'waiting', past: false });
    const over = this.#in('running').filter(({ past }) => past);
    for (const job of over) {
      Object.assign(job, {
        state: job.attempts < this.#maxAttempts ? 'waiting' : 'dead',
        lease: undefined,
        past: false,
      });
    }
    return { promoted: due.length, reaped: over.length };
  }

  /** How many were redriven, and how many refused. */
  redrive(): [redriven: number, refused: number] {
    let [redriven, refused] = [0, 0];
    for (const job of this.#in('dead')) {
      const taken = this.#jobs.some(
        ({ key, state }) => key === job.key && key !== undefined && state !== 'dead',
      );
      if (taken) refused++;
      else redriven++;
      if (!taken) Object.assign(job, { state: 'waiting', attempts: 0 });
    }
    return [redriven, refused];
  }

  stats(): { waiting: number; running: number; delayed: number; dead: number; foreign: number } {
    const count = (state: ModelJob['state']): number => this.#in(state).length;
    return {
      waiting: count('waiting'),
      running: count('running'),
      delayed: count('delayed'),
      dead: count('dead'),
      foreign: 0,
    };
  }

  #holds(lease: number): boolean {
    const job = this.#leases[lease]!;
    return job.lease === lease && job.state === 'running' && !job.past;
  }

  #in(state: ModelJob['state']): ModelJob[] {
    return this.#jobs.filter((job) => job.state === state);
  }
}
