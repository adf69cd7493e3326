import type { ServerMessage } from '@ticker/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';
import { Session } from '../../src/session/session.ts';
import { Tally } from '../../src/session/tally.ts';
import { Connection } from '../connection.ts';

// What told of ticks that a token does not allow, once.

let hub: Hub;
let sent: ServerMessage[];
let session: Session;
beforeEach(() => {
  vi.useFakeTimers();
  hub = new Hub(1_000, 0, { now: () => 0, after: (_ms, run) => run() });
  const connection = new Connection();
  ({ sent } = connection);
  // The primary can't be asked.
  const context = { hub, process: 'test', now: Date.now, exists: async () => undefined };
  const grant = { subject: 'alice', expiresAt: Infinity, tickers: new Set(['PIP']) };
  session = new Session(context, connection, grant, new Tally('websocket'));
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
});

function publish(id: string, ticker: string): void {
  hub.append([{ id, time: 0, ticker, price: 1 }]);
}

function answered(): boolean {
  return sent.some(({ type }) => type === 'subscribed');
}

describe("While the primary can't be asked", () => {
  it.each([
    ['that is held', () => publish('foreign', 'ACME'), () => {}],
    ['that comes', () => {}, () => publish('foreign', 'ACME')],
    ['that never was', () => {}, () => {}],
  ])('a resume after an id %s of another ticker waits as long as any', async (_what, before, meanwhile) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const end = new AbortController();
      setTimeout(() => end.abort(), ms);
      return end.signal;
    });
    before();
    session.receive(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['PIP'], since: 'foreign' }));
    await vi.advanceTimersByTimeAsync(1);
    meanwhile();
    await vi.advanceTimersByTimeAsync(4_990);
    expect(answered()).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(answered()).toBe(true);
    expect(sent.find(({ type }) => type === 'subscribed')).toMatchObject({ resumed: false });
    timeout.mockRestore();
  });

  it('a resume after an id of its own ticker goes on as soon as that comes', async () => {
    session.receive(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['PIP'], since: 'own' }));
    await vi.advanceTimersByTimeAsync(1);
    expect(answered()).toBe(false);
    hub.backlog.whole = true;
    publish('own', 'PIP');
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.find(({ type }) => type === 'subscribed')).toMatchObject({ resumed: true });
  });
});
