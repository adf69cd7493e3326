import { describe, expect, it } from 'vitest';
import { inShort, readAll, subscribe, topic } from './topic.ts';

const many = (count: number, name: string): string => Array.from({ length: count }, () => name).join(' ');

describe('Who goes on with the ids that it had', () => {
  it('gets what it does not list, then what comes', () => {
    const { hub, append } = topic();
    append('A B A B A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, '*', { since: 'A0 B1 A2' })).toBe('resumed');
    append('B A');
    expect(readAll(subscriber)).toEqual(['B3 A4', 'B5 A6']);
  });

  it('gets up to 127 ticks again by one id alone, and none from before them', () => {
    const { hub, append } = topic();
    append(many(200, 'A'));
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { since: 'A150' })).toBe('resumed');
    const ids = readAll(subscriber).join(' ').split(' ');
    expect([ids[0], ids[126], ids[127], ids.at(-1)]).toEqual(['A23', 'A149', 'A151', 'A199']);
    expect(ids).toHaveLength(127 + 49);
  });

  it('gets nothing where nothing came since', () => {
    const { hub, append } = topic();
    append('A B');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A B', { since: 'A0 B1' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('begins anew where none of its ids is held', () => {
    const { hub, append } = topic();
    append('A B');
    expect(subscribe(hub.subscriber(), 'A', { history: 5, since: 'X Y' })).toBe('A0');
    expect(subscribe(hub.subscriber(), 'A', { history: 5, since: 'X A0' })).toBe('resumed');
  });

  it('is sent it after what waited for it', () => {
    const { hub, append } = topic();
    append('A B');
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'B');
    append('A B');
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('resumed');
    append('A');
    expect(readAll(subscriber)).toEqual(['B3', 'A2', 'A4']);
  });

  it('is told of a gap among what it lists', () => {
    const { hub, append, gap } = topic();
    append('A A');
    gap();
    append('A A A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { since: 'A0 A3' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual(['A1', 'gap upstream null', 'snapshot', 'A2', 'A4']);
  });

  it('gets nothing twice on a connection, whatever it stops to want before that is sent', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A B');
    expect(readAll(subscriber)).toEqual(['A0']);
    expect(subscribe(subscriber, 'A B', { since: 'A0' })).toBe('resumed');
    subscriber.unsubscribe(['C']);
    expect(readAll(subscriber)).toEqual(['B1']);
  });

  it('gets no more of what it has stopped to want since, and still not what it lists', () => {
    const { hub, append, gap } = topic();
    append('A B A B');
    const listed = hub.subscriber();
    subscribe(listed, 'A B', { since: 'A0 B1' });
    listed.unsubscribe(['B']);
    expect(readAll(listed)).toEqual(['A2']);
    gap();
    append('A B');
    const begun = hub.subscriber();
    subscribe(begun, 'A B', { since: 'A0 B1 A2' });
    expect(inShort(begun.next()!)).toBe('B3');
    begun.unsubscribe(['B']);
    append('A B');
    expect(readAll(begun)).toEqual(['gap upstream null', 'snapshot', 'A4', 'A6']);
  });
});

describe('Who goes on with the newest of each ticker', () => {
  it('gets what is newer than all that it lists, and the number of the others', () => {
    const { hub, append } = topic();
    append('A B A B A C');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, '*', { mode: 'latest', since: 'A0 B1' })).toBe('resumed');
    append('A A');
    expect(readAll(subscriber)).toEqual(['B3 A4 C5, 1 conflated', 'A7, 1 conflated']);
  });

  it('gets only the tickers that it asks for', () => {
    const { hub, append } = topic();
    append('A B A A C');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A B', { mode: 'latest', since: 'B1' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual(['A3, 1 conflated']);
  });

  it('lists them in whatever order: another process read them in another one', () => {
    const { hub, append } = topic();
    append('A B A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A B', { mode: 'latest', since: 'A2 B1' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('gets the newest of a ticker too that stands before what it lists here, and stood behind it there', () => {
    const { hub, append } = topic();
    append('B B A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A B', { mode: 'latest', since: 'B0 A2' })).toBe('resumed');
    append('A A');
    expect(readAll(subscriber)).toEqual(['B1', 'A4, 1 conflated']);
  });
});

describe('Who goes on with a ticker that it got on this connection', () => {
  it('does not get again what it was sent, but what it was not', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A B A B');
    expect(readAll(subscriber)).toEqual(['A0 A2']);
    expect(subscribe(subscriber, 'A B', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual(['B1 B3']);
    expect(subscribe(subscriber, '*', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
    append('A B C');
    expect(readAll(subscriber)).toEqual(['A4 B5 C6']);
    expect(subscribe(subscriber, '*', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('gets all others where it goes on with all', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A B A C');
    expect(readAll(subscriber)).toEqual(['A0 A2']);
    subscriber.unsubscribe(['A']);
    append('A B');
    expect(subscribe(subscriber, '*', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber).join(' ')).toBe('B1 C3 A4 B5');
  });

  it('begins anew where ticks from before those that it was sent are missing', () => {
    const { hub, append } = topic();
    append('A A');
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A B');
    expect(readAll(subscriber)).toEqual(['A2']);
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('');
    expect(subscribe(subscriber, '*', { since: 'A0', history: 1 })).toBe('B3');
  });

  it('begins anew so also with all tickers, and where it has stopped since', () => {
    const { hub, append } = topic();
    append('A A');
    const all = hub.subscriber();
    subscribe(all, '*');
    const stopped = hub.subscriber();
    subscribe(stopped, 'A');
    append('A');
    for (const subscriber of [all, stopped]) expect(readAll(subscriber)).toEqual(['A2']);
    stopped.unsubscribe(['A']);
    expect(subscribe(all, '*', { since: 'A0' })).toBe('');
    expect(subscribe(all, '*', { since: 'A1' })).toBe('resumed');
    expect(subscribe(stopped, '*', { since: 'A0', history: 9 })).toBe('');
    expect(readAll(all)).toEqual([]);
  });

  it('begins anew so also where it has stopped to want another ticker', () => {
    const { hub, append } = topic();
    append('B B');
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A B');
    append('A B');
    expect(readAll(subscriber)).toEqual(['A2 B3']);
    subscriber.unsubscribe(['A']);
    expect(subscribe(subscriber, 'B', { since: 'B0' })).toBe('');
    expect(subscribe(subscriber, 'B', { since: 'B1' })).toBe('resumed');
  });

  it('goes on where only other tickers came before those that it was sent', () => {
    const { hub, append } = topic();
    append('A B');
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    expect(readAll(subscriber)).toEqual(['A2']);
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('goes on from before its snapshot where that holds all since', () => {
    const { hub, append } = topic();
    append('A A A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { history: 2 })).toBe('A1 A2');
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('goes on from before a pause in which nothing of it came', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A');
    readAll(subscriber);
    subscriber.unsubscribe(['A']);
    append('B');
    subscribe(subscriber, 'A');
    append('A');
    expect(readAll(subscriber)).toEqual(['A3']);
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('goes on only from after a pause in which something of it came', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A');
    readAll(subscriber);
    subscriber.unsubscribe(['A']);
    append('A');
    subscribe(subscriber, 'A');
    append('A');
    expect(readAll(subscriber)).toEqual(['A3']);
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('');
    expect(subscribe(subscriber, 'A', { since: 'A2' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('is told of a gap in what it was sent, for it says that it was before it', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    gap();
    append('A A');
    readAll(subscriber);
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot']);
    expect(subscribe(subscriber, 'A', { since: 'A0 A1' })).toBe('resumed');
    append('A');
    expect(readAll(subscriber).at(-1)).toBe('A3');
  });
});

describe('Who goes on, and is overtaken by the ring before it was read', () => {
  it('has missed what it does not list', () => {
    const { hub, append } = topic(6);
    append('A A A A A A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { since: 'A0 A3' })).toBe('resumed');
    append('A A A');
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 7', 'snapshot']);
  });

  it('has not missed what it was sent before', () => {
    const { hub, append } = topic(6);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A B A B');
    readAll(subscriber);
    expect(subscribe(subscriber, '*', { since: 'B1' })).toBe('resumed');
    append('B B B B B B');
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 7', 'snapshot']);
  });

  it('has missed the rest where it was sent a part', () => {
    const { hub, append, gap } = topic(6);
    append('A A A');
    gap();
    append('A A A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { since: 'A1' })).toBe('resumed');
    expect(['A0', 'A2', 'gap upstream null', 'snapshot']).toEqual(
      Array.from({ length: 4 }, () => inShort(subscriber.next()!)),
    );
    append('A A A A A A');
    // A3, A4, A5 of what it lacked, and what came since.
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 9', 'snapshot']);
  });

  it('has missed the newest of each ticker too, and what was skipped for it', () => {
    const { hub, append } = topic(4);
    append('A A A B');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { mode: 'latest', since: 'A0' })).toBe('resumed');
    expect(subscribe(subscriber, 'B')).toBe('');
    append('B B B B B');
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 7', 'snapshot']);
  });
});
