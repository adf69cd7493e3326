import type { Mode } from '@ticker/protocol';
import { expect } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';
import type { Item } from '../../src/hub/reader.ts';
import type { Subscriber } from '../../src/hub/subscriber.ts';

/**
 * A hub whose ticks are named after their ticker and position: `append('A B A')` on an empty one appends A0, B1, A2.
 *
 * @param capacity ticks that it holds
 */
export function topic(capacity = 1_000) {
  const hub = new Hub(capacity, 0, { now: () => 0, after: (_ms, run) => run() });
  const { backlog } = hub;
  backlog.whole = true;
  const append = (names: string): void => {
    for (const ticker of names.split(' ')) {
      const at = backlog.next;
      hub.append([{ id: `${ticker}${at}`, time: at, ticker, price: at }]);
    }
  };
  return { hub, backlog, append, gap: () => hub.gap(false) };
}

/** Subscribes; gives `resumed`, or the ids of the snapshot. */
export function subscribe(
  subscriber: Subscriber,
  names: string,
  { mode = 'all', history = 0, since = '' }: { mode?: Mode; history?: number; since?: string } = {},
): string {
  const ids = since === '' ? [] : since.split(' ');
  const outcome = subscriber.subscribe({ tickers: names.split(' '), mode, history, since: ids });
  return outcome.resumed ? 'resumed' : outcome.snapshot.map(({ id }) => id).join(' ');
}

/** What the subscriber is to be sent until it has caught up, each item in short. */
export function readAll(subscriber: Subscriber): string[] {
  const items: string[] = [];
  for (let item = subscriber.next(); item; item = subscriber.next()) items.push(inShort(item));
  return items;
}

/** `A0 B1` for a batch, `A0 B1, 2 conflated` where it conflates, `snapshot A0`, `gap upstream null`. */
export function inShort(item: Item): string {
  if (item.type === 'gap') return `gap ${item.reason} ${item.missed}`;
  if (item.type === 'snapshot')
    return `snapshot ${item.ticks.map(({ id }) => String(id)).join(' ')}`.trimEnd();
  expect(item.type).toBe('batch');
  const { ticks, conflated } = item.batch;
  const ids = ticks.map(({ id }) => id).join(' ');
  return conflated === 0 ? ids : `${ids}, ${conflated} conflated`;
}
