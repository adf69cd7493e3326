import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OPEN } from '../../src/auth/grant.ts';
import { Hub } from '../../src/hub/hub.ts';
import { Session } from '../../src/session/session.ts';
import { Sessions } from '../../src/session/sessions.ts';
import { Connection } from '../connection.ts';

let sessions: Sessions;
let connections: Connection[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  sessions = new Sessions(() => 0.5);
  connections = [];
});
afterEach(() => vi.useRealTimers());

function join(count: number): Session[] {
  const hub = new Hub(10, 0, { now: () => 0, after: (_ms, run) => run() });
  const context = { hub, process: 'p', now: () => performance.now(), exists: async () => false };
  return Array.from({ length: count }, () => {
    const connection = new Connection();
    connections.push(connection);
    const session = new Session(context, connection, OPEN, sessions.tallies.websocket);
    sessions.add(session);
    return session;
  });
}

describe('All sessions', () => {
  it('are looked at four times a second, as long as they are there', () => {
    const [first, second] = join(2);
    const sweep = [vi.spyOn(first!, 'sweep'), vi.spyOn(second!, 'sweep')];
    vi.advanceTimersByTime(1_000);
    sessions.delete(second!);
    vi.advanceTimersByTime(250);
    expect(sweep.map(({ mock }) => mock.calls.length)).toEqual([5, 4]);
    expect([...sessions]).toEqual([first]);
  });

  it('have tallies by their transport', () => {
    expect(Object.values(sessions.tallies).map(({ transport }) => transport)).toEqual(['websocket', 'sse']);
  });
});

describe('A drain', () => {
  it('lets nobody in any more', async () => {
    expect(() => sessions.refuseWhileDraining()).not.toThrow();
    const drained = sessions.drain();
    expect(() => sessions.refuseWhileDraining()).toThrow(
      expect.objectContaining({ statusCode: 503, code: 'draining', message: 'this server is stopping' }),
    );
    await drained;
  });

  it('tells one after the other, 4 ms apart, to come back at a time of its own after the end', async () => {
    const start = performance.now();
    const told: { at: number; ms: number }[] = [];
    for (const session of join(25)) {
      vi.spyOn(session, 'shutdown').mockImplementation((ms) => {
        told.push({ at: performance.now() - start, ms });
      });
    }
    await sessions.drain();
    expect(told).toHaveLength(25);
    // It lasts 100 ms; half of 1.5 s later is when everyone is asked to be back, whenever it was told.
    for (const [index, { at, ms }] of told.entries()) {
      expect(at).toBeGreaterThanOrEqual(4 * index - 1);
      expect(ms).toBeGreaterThanOrEqual(750);
      expect(ms).toBeLessThanOrEqual(852 - 4 * index);
      expect(at + ms).toBeGreaterThanOrEqual(849);
    }
  });

  it('is the end of looking at them', async () => {
    const [session] = join(1);
    await sessions.drain();
    const sweep = vi.spyOn(session!, 'sweep');
    vi.advanceTimersByTime(1_000);
    expect(sweep).not.toHaveBeenCalled();
    expect(connections[0]!.sent.at(-1)).toEqual({ type: 'shutdown', reconnectAfterMs: expect.any(Number) });
  });
});
