import { describe, expect, it } from 'vitest';
import { Recent } from '../src/subscriber/recent.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `t${from + n}`);

describe('What a subscriber sends to go on', () => {
  it('is the ids that it had last, oldest first, and at most 256', () => {
    const recent = new Recent();
    recent.add(ids(0, 3));
    recent.add(ids(2, 4));
    expect(recent.since.since).toEqual(ids(0, 4));
    recent.add(ids(4, 1_000));
    expect(recent.since.since).toEqual(ids(744, 1_000));
    expect(recent.has('t0')).toBe(true);
  });

  it('ends with the id of a heartbeat that is newer, until a tick comes', () => {
    const recent = new Recent();
    recent.add(ids(0, 300));
    recent.heartbeat('other');
    expect(recent.since.since).toEqual([...ids(45, 300), 'other']);
    expect(recent.newest).toBe('other');
    recent.heartbeat('t299');
    expect(recent.newest).toBe('t299');
    recent.heartbeat('other');
    recent.add(['t300']);
    expect(recent.newest).toBe('t300');
  });

  it('is full once 128 ticks have come since the last gap', () => {
    const recent = new Recent();
    recent.add(ids(0, 127));
    expect(recent.since.full).toBe(false);
    recent.add(ids(127, 128));
    expect(recent.since.full).toBe(true);
    recent.gap();
    recent.add(ids(128, 200));
    expect(recent.since.full).toBe(false);
    recent.add(ids(200, 256));
    expect(recent.since.full).toBe(true);
  });

  it('is no more than a message may hold, and not full where that is fewer than 128', () => {
    const recent = new Recent();
    const long = ids(0, 300).map((id) => id.padEnd(200, '-'));
    recent.add(long);
    const { since, full } = recent.since;
    expect(JSON.stringify(since).length).toBeLessThan(16_384 - 1_024);
    expect(since.length).toBeGreaterThan(50);
    expect(since.at(-1)).toBe(long.at(-1));
    expect(full).toBe(false);
  });
});
