import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FeedEvent } from '../../src/feed/event.ts';
import { browser, node, type SocketClass, surroundings } from '../../src/feed/surroundings.ts';

// What a feed asks of a browser, with a browser's events and no page.

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const network = new EventTarget();
const report = vi.fn<(error: unknown) => void>();

/** As strict as a browser's: it is the window's, and throws where it is called as a method of anything else. */
function strictReport(this: unknown, error: unknown): void {
  if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation');
  report(error);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', network);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('WebSocket', EventTarget);
  vi.stubGlobal('reportError', strictReport);
  report.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("has the browser's socket, clock, chance, network and error log", () => {
  const world = browser();
  expect(world.WebSocket).toBe(EventTarget);
  expect(world.online()).toBe(false);
  const before = world.now();
  vi.advanceTimersByTime(5);
  expect(world.now()).toBe(before + 5);
  expect(world.random).toBe(Math.random);
  const failure = new Error('no');
  world.report(failure);
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});

test('calls back once, not too early, unless it is told not to', () => {
  const called: string[] = [];
  const { setTimer } = browser();
  setTimer(() => void called.push('first'), 9.2);
  const clear = setTimer(() => void called.push('second'), 20);
  vi.advanceTimersByTime(9);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(['first']);
  clear();
  vi.advanceTimersByTime(100);
  expect(called).toEqual(['first']);
});

test('passes on what the browser says of network and page, until it is told not to', () => {
  const events: FeedEvent[] = [];
  const unlisten = browser().listen((event) => void events.push(event));
  const happen = (): void => {
    network.dispatchEvent(new Event('online'));
    network.dispatchEvent(new Event('offline'));
    for (const state of ['hidden', 'visible']) {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    }
  };
  happen();
  expect(events.map(({ type }) => type)).toEqual(['online', 'offline', 'hidden', 'visible']);
  unlisten();
  happen();
  expect(events).toHaveLength(4);
});

test("in a page they are the page's", () => {
  expect(surroundings().online()).toBe(false);
});

describe('where there is no page', () => {
  const Socket = EventTarget as unknown as SocketClass;
  beforeEach(() => vi.stubGlobal('window', undefined));

  test('nobody is asked for a network, and nothing is listened to', () => {
    const events: FeedEvent[] = [];
    const world = surroundings(Socket);
    const unlisten = world.listen((event) => void events.push(event));
    network.dispatchEvent(new Event('offline'));
    unlisten();
    expect([world.WebSocket, world.online(), events]).toEqual([Socket, true, []]);
  });

  test('the WebSocket is the one that is given, else the global one, else there is a word for it', () => {
    expect(surroundings().WebSocket).toBe(EventTarget);
    vi.stubGlobal('WebSocket', undefined);
    expect(surroundings(Socket).WebSocket).toBe(Socket);
    expect(() => surroundings()).toThrow("pass that of the package 'ws'");
  });

  test('an error of a callback is thrown, but not through the feed', () => {
    const failure = new Error('no');
    node(Socket).report(failure);
    expect(() => vi.runAllTimers()).toThrow(failure);
  });
});
