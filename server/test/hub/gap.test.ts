import { describe, expect, it } from 'vitest';
import type { Subscriber } from '../../src/hub/subscriber.ts';
import { inShort, readAll, subscribe, topic } from './topic.ts';

describe('A gap', () => {
  it('is told where it stands, once, with an empty snapshot', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A');
    gap();
    append('A');
    expect(readAll(subscriber)).toEqual(['A0 A1', 'gap upstream null', 'snapshot', 'A2']);
    append('A');
    expect(readAll(subscriber)).toEqual(['A3']);
  });

  it('is told before the next tick has come, and not again with it', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    gap();
    expect(readAll(subscriber)).toEqual(['A0', 'gap upstream null', 'snapshot']);
    gap();
    append('A');
    expect(readAll(subscriber)).toEqual(['A1']);
    gap();
    append('A');
    gap();
    append('A');
    expect(readAll(subscriber)).toEqual([
      'gap upstream null',
      'snapshot',
      'A2',
      'gap upstream null',
      'snapshot',
      'A3',
    ]);
  });

  it('is told to whoever wants the newest alone, after what was newest before it', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A', { mode: 'latest' });
    gap();
    append('A A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot', 'A1, 1 conflated']);
  });

  it('that stands at the end is told to whoever begins with a snapshot from before it', () => {
    const { hub, append, gap } = topic();
    append('A');
    gap();
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { history: 1 })).toBe('A0');
    append('A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot', 'A1']);
  });

  it('that stands at the end is told to whoever goes on from before it', () => {
    const { hub, append, gap } = topic();
    append('A');
    gap();
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A', { since: 'A0' })).toBe('resumed');
    append('A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot', 'A1']);
  });

  it('that stands at the end is told to whoever begins with nothing: more may be lost there after that', () => {
    const { hub, append, gap } = topic();
    append('A');
    gap();
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A')).toBe('');
    gap();
    append('A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot', 'A1']);
  });

  it('that comes after a subscription is told before its first tick, though nothing was sent', () => {
    const { hub, append, gap } = topic();
    append('A');
    const subscriber = hub.subscriber();
    expect(subscribe(subscriber, 'A')).toBe('');
    gap();
    append('A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot', 'A1']);
  });

  it('that was told is not told again for a further subscription', () => {
    const { hub, append, gap } = topic();
    append('A B');
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A', { history: 1 });
    gap();
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot']);
    expect(subscribe(subscriber, 'B', { history: 1 })).toBe('B1');
    append('B');
    expect(readAll(subscriber)).toEqual(['B2']);
  });

  it('that was told is not told again to whoever stops and begins anew', () => {
    const { hub, append, gap } = topic();
    append('A B');
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    gap();
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot']);
    subscriber.unsubscribe(['A']);
    expect(subscribe(subscriber, 'B', { history: 1 })).toBe('B1');
    append('B');
    expect(readAll(subscriber)).toEqual(['B2']);
  });

  it('in what waits is told in its place, also where more was subscribed since', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    gap();
    append('A');
    subscribe(subscriber, 'B');
    append('B');
    expect(readAll(subscriber)).toEqual(['A0', 'gap upstream null', 'snapshot', 'A1', 'B2']);
  });

  it('is told also where all that is wanted conflates, and then no more', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    gap();
    subscribe(subscriber, 'A', { mode: 'latest' });
    append('A');
    subscribe(subscriber, 'A');
    append('A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot', 'A0', 'A1']);
  });

  it.each([
    ['before anything was', () => {}],
    [
      'while nothing more was',
      (subscriber: Subscriber) => {
        subscribe(subscriber, 'A');
        subscriber.unsubscribe(['A']);
      },
    ],
  ])('that came %s wanted is not told', (_, begin) => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    begin(subscriber);
    gap();
    append('A');
    expect(subscribe(subscriber, 'A')).toBe('');
    append('A');
    expect(readAll(subscriber)).toEqual(['A1']);
  });

  it('in what waits is not told to whoever wants nothing any more', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    gap();
    append('A');
    subscribe(subscriber, 'B');
    subscriber.unsubscribe(['A', 'B']);
    expect(subscriber.next()).toBeUndefined();
  });

  it('whose snapshot waits loses it with the last subscription', () => {
    const { hub, append, gap } = topic();
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    gap();
    readAll(subscriber);
    append('A');
    gap();
    expect(inShort(subscriber.next()!)).toBe('A1');
    expect(inShort(subscriber.next()!)).toBe('gap upstream null');
    subscriber.unsubscribe(['A']);
    expect(subscriber.next()).toBeUndefined();
  });
});

describe('A reader that the ring overtook', () => {
  it('is told exactly how many it missed, and goes on with the newest', () => {
    const { hub, append } = topic(4);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A', { history: 2 });
    append('A B');
    expect(readAll(subscriber)).toEqual(['A0']);
    append('A A B A A A');
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 3', 'snapshot A6 A7']);
    append('A');
    expect(readAll(subscriber)).toEqual(['A8']);
  });

  it('gets as many as the largest history that it asked for', () => {
    const { hub, append } = topic(4);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A', { history: 1 });
    subscribe(subscriber, 'B', { history: 3 });
    subscribe(subscriber, 'C', { history: 2 });
    append('A B C A B C');
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 3', 'snapshot A3 B4 C5']);
  });

  it('is not overtaken by the tick that takes the place of the last one it read', () => {
    const { hub, append } = topic(2);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A');
    expect(readAll(subscriber)).toEqual(['A0 A1']);
    append('A A');
    expect(readAll(subscriber)).toEqual(['A2 A3']);
  });

  it('is told of no number where ticks may be missing as well', () => {
    const { hub, append, gap } = topic(4);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A', { history: 9 });
    append('A A');
    gap();
    append('A A A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot A2 A3 A4']);
    append('A');
    expect(readAll(subscriber)).toEqual(['A5']);
  });

  it('is told a number where the gap was told before', () => {
    const { hub, append, gap } = topic(2);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    gap();
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot']);
    append('A A A');
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 3', 'snapshot']);
  });

  it('is told of a gap that comes right after', () => {
    const { hub, append, gap } = topic(2);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A A');
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 3', 'snapshot']);
    gap();
    append('A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot', 'A3']);
  });

  it('is told once of a gap that stands at the end', () => {
    const { hub, append, gap } = topic(2);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A A');
    gap();
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot']);
    append('A');
    expect(readAll(subscriber)).toEqual(['A3']);
  });

  it('is told of no number where a gap stands in what waited before a change of what it wants', () => {
    const { hub, append, gap } = topic(4);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A');
    gap();
    append('A');
    subscribe(subscriber, 'B');
    append('A B A');
    expect(readAll(subscriber)).toEqual(['gap upstream null', 'snapshot']);
    append('A');
    expect(readAll(subscriber)).toEqual(['A5']);
  });

  it('has missed also what waited to be sent before a change of what it wants', () => {
    const { hub, append } = topic(6);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    subscribe(subscriber, 'L', { mode: 'latest' });
    append('A L L A B');
    subscribe(subscriber, 'B');
    append('B A B A B');
    // A0, A3, L1, L2 from before; B5, A6, B7, A8, B9 since.
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 9', 'snapshot']);
    append('L');
    expect(readAll(subscriber)).toEqual(['L10']);
  });

  it('that was sent a part of what waited has missed the rest', () => {
    const { hub, append, gap } = topic(6);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A');
    append('A A');
    gap();
    append('A A');
    subscribe(subscriber, 'B');
    expect(inShort(subscriber.next()!)).toBe('A0 A1');
    expect(inShort(subscriber.next()!)).toBe('gap upstream null');
    append('B B B B B');
    expect(readAll(subscriber)).toEqual(['snapshot', 'gap slow_consumer 7', 'snapshot']);
  });

  it('keeps from the snapshot what it has stopped to want', () => {
    const { hub, append } = topic(4);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A B', { history: 4 });
    append('A B A B A');
    expect(inShort(subscriber.next()!)).toBe('gap slow_consumer 1');
    subscriber.unsubscribe(['A']);
    expect(readAll(subscriber)).toEqual(['snapshot B1 B3']);
  });

  it('is told so also where it stops to want a part of it before it reads on', () => {
    const { hub, append } = topic(4);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A B', { history: 4 });
    append('A B A B A');
    subscriber.unsubscribe(['A']);
    expect(readAll(subscriber)).toEqual(['gap slow_consumer 1', 'snapshot B1 B3']);
  });

  it('can go on only from where it was overtaken', () => {
    const { hub, append } = topic(300);
    const subscriber = hub.subscriber();
    subscribe(subscriber, 'A', { history: 200 });
    append(Array.from({ length: 400 }, () => 'A').join(' '));
    expect(inShort(subscriber.next()!)).toBe('gap slow_consumer 200');
    readAll(subscriber);
    expect(subscribe(subscriber, 'A', { since: 'A230' })).toBe('resumed');
    expect(readAll(subscriber)).toEqual([]);
  });
});
