import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoolDowns, type CoolingRule } from '../../src/alerts/cool-downs.ts';

let asked: string[];
let failures: number;
/** How often the database finds that it is too early. */
let early: number;
/** Whether this process has not seen the tick that fired the rule. */
let behind: boolean;
let coolDowns: CoolDowns;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  failures = 0;
  early = 0;
  behind = false;
  coolDowns = new CoolDowns({
    rearm: async (id, generation, position) => {
      asked.push(`${id}:${generation} after ${position}`);
      if (failures-- > 0) throw new Error('no primary');
      return early-- <= 0;
    },
    after: async (position) => (behind ? undefined : `t9 (was at ${position})`),
    log: { info: () => {}, warn: () => {} },
  });
});
afterEach(() => {
  coolDowns.stop();
  vi.useRealTimers();
});

function rule(id: string, generation: number): CoolingRule {
  return { id, generation, position: 't1' };
}

describe('A cool-down', () => {
  it('that is over arms the rule again, from the newest tick on', async () => {
    coolDowns.add(rule('a', 2), 1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['a:2 after t9 (was at t1)']);
    expect(coolDowns.size).toBe(0);
  });

  it('that was over while nobody ran arms it at once', async () => {
    coolDowns.add(rule('a', 2), -5_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['a:2 after t9 (was at t1)']);
  });

  it('goes on trying while the database does not answer', async () => {
    failures = 3;
    coolDowns.add(rule('a', 2), 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(4);
  });

  it('that is not over by the clock of the database is waited for', async () => {
    early = 2;
    coolDowns.add(rule('a', 2), 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(3);
    expect(coolDowns.size).toBe(0);
  });

  it('of a tick that this process has not seen arms nothing here before it has', async () => {
    behind = true;
    coolDowns.add(rule('a', 2), 0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
    behind = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual(['a:2 after t9 (was at t1)']);
  });

  it('that another process ended is left alone as soon as that is known', async () => {
    early = 1_000;
    coolDowns.add(rule('a', 2), 0);
    await vi.advanceTimersByTimeAsync(0);
    coolDowns.remove('a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });

  it('of a rule that was changed arms nothing', async () => {
    coolDowns.add(rule('a', 2), 1_000);
    coolDowns.remove('a');
    coolDowns.add(rule('b', 2), 1_000);
    coolDowns.add(rule('b', 3), 2_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual(['b:3 after t9 (was at t1)']);
  });

  it('of a week is one', async () => {
    coolDowns.add(rule('a', 2), 7 * 24 * 3_600_000);
    await vi.advanceTimersByTimeAsync(7 * 24 * 3_600_000 - 1);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(1);
  });
});
