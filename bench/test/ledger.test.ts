import { describe, expect, it } from 'vitest';
import { type Done, faults, Ledger } from '../src/queue/ledger.ts';

const done = (completed: number, rest: Partial<Done> = {}): Done => ({
  completed,
  seconds: 1,
  doubled: 0,
  cutOff: 0,
  ...rest,
});

describe('ledger', () => {
  it('counts what was completed, and what was run twice', () => {
    const ledger = new Ledger();
    for (const job of [0, 1, 2, 1]) ledger.ran(job);
    ledger.completed(2);
    ledger.completed(1);
    ledger.cutOff();
    expect(ledger.done).toMatchObject({ completed: 3, doubled: 1, cutOff: 1 });
  });

  it('has no time where nothing was completed', () => {
    const ledger = new Ledger();
    ledger.completed(0);
    expect(ledger.done).toMatchObject({ completed: 0, seconds: 0 });
  });
});

describe('faults', () => {
  it('are none where each job was completed once', () => {
    expect(faults(done(4), { waiting: 6, running: 0, finished: 4 }, 10)).toEqual([]);
  });

  it('are none where a claim was cut off and left its job claimed', () => {
    expect(faults(done(4, { cutOff: 2 }), { waiting: 5, running: 1, finished: 4 }, 10)).toEqual([]);
  });

  it('name a job that was run twice', () => {
    const found = faults(done(4, { doubled: 1 }), { waiting: 6, running: 0, finished: 4 }, 10);
    expect(found).toEqual(['1 jobs were run twice']);
  });

  it('name a completion that the store does not know', () => {
    const found = faults(done(5), { waiting: 6, running: 0, finished: 4 }, 10);
    expect(found).toEqual(['5 jobs were completed, and 4 are finished']);
  });

  it('name a job that is finished, and that no worker completed', () => {
    const found = faults(done(3), { waiting: 6, running: 0, finished: 4 }, 10);
    expect(found).toEqual(['3 jobs were completed, and 4 are finished']);
  });

  it('name a job that is gone', () => {
    const found = faults(done(4), { waiting: 5, running: 0, finished: 4 }, 10);
    expect(found).toEqual(['of 10 jobs 9 are left']);
  });

  it('name a job that was claimed and never completed', () => {
    const found = faults(done(4), { waiting: 5, running: 1, finished: 4 }, 10);
    expect(found).toEqual(['1 jobs were claimed and not completed; 0 calls were cut off']);
  });
});
