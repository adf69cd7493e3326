import { EVERY_TICKER } from '@ticker/protocol';
import { describe, expect, it } from 'vitest';
import type { Subscriber } from '../../src/hub/subscriber.ts';
import { inShort, readAll, subscribe, topic } from './topic.ts';

describe('A subscriber', () => {
  it('gets a snapshot of at most as many ticks as it asks for, then what comes, and nothing else', () => {
    const { hub, append } = topic();
    append('A B A B');
    const subscriber = hub.subscriber();
    expect(subscriber.next()).toBeUndefined();
    expect(subscribe(subscriber, 'A', { history: 1 })).toBe('A2');
    expect(subscriber.next()).toBeUndefined();
    append('A B A');
    expect(readAll(subscriber)).toEqual(['A4 A6']);
    expect(subscribe(subscriber, 'B', { history: 9 })).toBe('B1 B3 B5');
    append('B A');
    expect(readAll(subscriber)).toEqual(['B7 A8']);
  });

  it('is told the mode that it has: that of all tickers, where it has all', () => {
    const { hub } = topic();
    const ask = (subscriber: Subscriber, name: string, mode: 'all' | 'latest') =>
      subscriber.subscribe({ tickers: [name], mode, history: 0, since: [] }).mode;
    const subscriber = hub.subscriber();
    expect(ask(subscriber, 'A', 'latest')).toBe('latest');
    expect(ask(subscriber, 'B', 'all')).toBe('all');
    expect(ask(subscriber, '*', 'latest')).toBe('latest');
    expect(ask(subscriber, 'B', 'all')).toBe('latest');
    expect(ask(subscriber, '*', 'all')).toBe('all');
    expect(ask(subscriber, 'B', 'latest')).toBe('all');
  });

  it('gets what waited for it before what it asks for since, as it wanted it then', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A B A');
    expect(subscribe(subscriber, 'B')).toBe('');
    append('B A');
    expect(readAll(subscriber)).toEqual(['A0 A2', 'B3 A4']);
  });

  it('does not get again what it got before it stopped', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A');
    expect(readAll(subscriber)).toEqual(['A0 A1']);
    subscriber.unsubscribe(['A']);
    append('A A');
    expect(readAll(subscriber)).toEqual([]);
    expect(subscribe(subscriber, 'A', { history: 9 })).toBe('A2 A3');
    append('A');
    expect(readAll(subscriber)).toEqual(['A4']);
  });

  it('does not get what it has stopped to want, though it waited', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A B');
    subscribe(subscriber, 'C D', { mode: 'latest' });
    append('A B C C D');
    subscriber.unsubscribe(['A', 'C']);
    append('A B C D');
    expect(readAll(subscriber)).toEqual(['B1', 'D4, 1 conflated', 'B6 D8']);
    append('B D');
    subscriber.unsubscribe(['*']);
    append('B D');
    expect(readAll(subscriber)).toEqual([]);
    expect(subscriber.filter.size).toBe(0);
  });

  it('gets no empty batch for what it has stopped to want', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    subscribe(subscriber, 'B', { mode: 'latest' });
    append('B B A');
    subscriber.unsubscribe(['B']);
    expect(readAll(subscriber)).toEqual(['A2']);
  });

  it('of all tickers gets them by name once it stops and asks for one', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, '*');
    append('A B');
    expect(readAll(subscriber)).toEqual(['A0 B1']);
    subscriber.unsubscribe(['*']);
    append('A B');
    expect(subscribe(subscriber, 'A', { history: 9 })).toBe('A2');
    append('A B');
    expect(readAll(subscriber)).toEqual(['A4']);
  });
});

describe('The newest of each ticker', () => {
  it('is sent when it is read, and the others are counted', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    append('A');
    subscribe(subscriber, 'A B', { mode: 'latest' });
    append('A A C B A');
    expect(readAll(subscriber)).toEqual(['B4 A5, 2 conflated']);
    append('B');
    expect(readAll(subscriber)).toEqual(['B6']);
    append('C');
    expect(readAll(subscriber)).toEqual([]);
  });

  it('goes before what is sent after its mode was changed', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, '*', { mode: 'latest' });
    append('A A B');
    expect(subscribe(subscriber, '*')).toBe('');
    append('A A');
    expect(readAll(subscriber)).toEqual(['A1 B2, 1 conflated', 'A3 A4']);
    append('A A');
    subscribe(subscriber, '*', { mode: 'latest' });
    append('A A');
    expect(readAll(subscriber)).toEqual(['A5 A6', 'A8, 1 conflated']);
  });

  it('stands in its place among the ticks of which all are sent', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    subscribe(subscriber, 'B', { mode: 'latest' });
    append('A B B A');
    expect(readAll(subscriber)).toEqual(['A0 B2 A3, 1 conflated']);
  });

  it('is never missed however far behind its reader is', () => {
    const { hub, append } = topic(3);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A B', { mode: 'latest' });
    append('B A A A A A');
    expect(readAll(subscriber)).toEqual(['B0 A5, 4 conflated']);
  });
});

describe('The last tick that a subscriber was read past', () => {
  const last = (subscriber: Subscriber, ...names: string[]) =>
    subscriber.last(names.length === 0 ? EVERY_TICKER : new Set(names));

  it('is the newest of the whole topic, subscribed or not, or of some tickers', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A B C');
    readAll(subscriber);
    expect(last(subscriber)).toBe('C2');
    expect(last(subscriber, 'A', 'B')).toBe('B1');
    expect(last(subscriber, 'D')).toBeNull();
  });

  it('is none for who wants nothing, or where there is no tick', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    expect(last(subscriber)).toBeNull();
    append('A');
    readAll(subscriber);
    expect(last(subscriber)).toBe('A0');
    subscriber.unsubscribe(['A']);
    expect(last(subscriber)).toBeNull();
  });

  it('is no tick that waits yet to be sent', () => {
    const { hub, append } = topic();
    const subscriber = hub.subscriber();
    append('A A');
    subscribe(subscriber, 'A');
    append('A A');
    expect(last(subscriber)).toBe('A1');
    subscribe(subscriber, 'B');
    append('A');
    expect(last(subscriber)).toBe('A1');
    expect(inShort(subscriber.next()!)).toBe('A2 A3');
    expect(last(subscriber)).toBe('A3');
    readAll(subscriber);
    expect(last(subscriber)).toBe('A4');
  });

  it('is none that the ring has overwritten', () => {
    const { hub, append } = topic(2);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    readAll(subscriber);
    append('A');
    expect(last(subscriber)).toBe('A0');
    append('A');
    expect(last(subscriber)).toBeNull();
  });
});
