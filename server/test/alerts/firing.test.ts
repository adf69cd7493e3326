import type { Match } from '@ticker/mongo';
import { describe, expect, it } from 'vitest';
import { Firing } from '../../src/alerts/firing.ts';

const silent = { info: () => {}, warn: () => {} };

function matches(count: number, first = 0): Match[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `r${first + n}`,
    generation: 1,
    tick: { id: 't', time: 0, ticker: 'PIP', price: 1 },
  }));
}

/** A database that answers when the test says so. */
class Database {
  readonly calls: string[][] = [];
  #answers: ((fired: string[] | Error) => void)[] = [];
  #called: () => void = () => {};

  readonly fire = (batch: readonly Match[]): Promise<string[]> => {
    this.calls.push(batch.map(({ id }) => id));
    this.#called();
    return new Promise((resolve, reject) => {
      this.#answers.push((fired) => (fired instanceof Error ? reject(fired) : resolve(fired)));
    });
  };

  /** Answers the call under way. */
  async answer(fired?: string[] | Error): Promise<void> {
    while (this.#answers.length === 0) await new Promise<void>((resolve) => (this.#called = resolve));
    this.#answers.shift()!(fired ?? this.calls.at(-1)!);
  }
}

describe('Firing', () => {
  it('goes by batches of at most 100, one after the other, those that come meanwhile together', async () => {
    const database = new Database();
    const firing = new Firing(database.fire, silent);
    firing.add(matches(150));
    firing.add(matches(1, 150));
    expect(database.calls.map(({ length }) => length)).toEqual([100]);
    await database.answer();
    await database.answer();
    await expect.poll(() => firing.size).toBe(0);
    expect(database.calls.map(({ length }) => length)).toEqual([100, 51]);
    expect(database.calls.flat()).toEqual(matches(151).map(({ id }) => id));
    expect([firing.matched, firing.fired]).toEqual([151, 151]);
  });

  it('goes on when more come after all were done', async () => {
    const database = new Database();
    const firing = new Firing(database.fire, silent);
    firing.add(matches(1));
    await database.answer();
    await expect.poll(() => firing.size).toBe(0);
    firing.add(matches(1, 1));
    await database.answer();
    await expect.poll(() => firing.fired).toBe(2);
  });

  it('tries the same again until it is known what became of them', async () => {
    const database = new Database();
    const told: object[] = [];
    const firing = new Firing(database.fire, { ...silent, warn: (fields) => told.push(fields) });
    firing.add(matches(2));
    await database.answer(new Error('no primary'));
    await database.answer(new Error('no primary'));
    await database.answer(['r1']);
    await expect.poll(() => firing.size).toBe(0);
    expect(database.calls).toEqual([
      ['r0', 'r1'],
      ['r0', 'r1'],
      ['r0', 'r1'],
    ]);
    expect([firing.matched, firing.fired]).toEqual([2, 1]);
    expect(told).toEqual([
      { why: 'no primary', rules: 2 },
      { why: 'no primary', rules: 2 },
    ]);
  });

  it('takes as many at once as there are rules', () => {
    const firing = new Firing(new Database().fire, silent);
    firing.add(matches(200_000));
    firing.add(matches(200_000));
    expect(firing.size).toBe(400_000);
  });

  it('that stops waits for the call under way, and begins none', async () => {
    const database = new Database();
    const firing = new Firing(database.fire, silent);
    firing.add(matches(101));
    const stopped = firing.stop();
    await database.answer();
    await stopped;
    expect(database.calls).toHaveLength(1);
    expect(firing.size).toBe(1);
  });
});
