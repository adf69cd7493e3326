import { expect, test } from 'vitest';
import { AlertDesk } from '../../src/alerts/alert-desk.ts';
import { Cell } from '../../src/cell.ts';
import type { Permission } from '../../src/alerts/notifier.ts';
import { RuleBook } from '../../src/alerts/rule-book.ts';
import { STAY_MS } from '../../src/alerts/shelf.ts';
import { alert } from '../feed/driver.ts';
import { Clock } from './clock.ts';

function setUp() {
  const clock = new Clock();
  const told: string[] = [];
  const counts = { reads: 0, beeps: 0, watches: 0 };
  const book = new RuleBook({
    list: async () => {
      counts.reads++;
      return { ok: true, value: [] };
    },
    setTimer: clock.setTimer,
    visible: () => true,
  });
  const desk = new AlertDesk({
    book,
    sound: { on: new Cell(true), set: () => {}, play: () => counts.beeps++ },
    notifier: {
      permission: new Cell<Permission>('granted'),
      askOnce: async () => {},
      show: (title, body, tag) => told.push([title, body, tag].join(' ')),
    },
    watchAgain: () => counts.watches++,
    words: ({ id }) => ['title of', id],
    moreWords: (count) => [`${count} more`, ''],
    now: () => clock.now,
    setTimer: clock.setTimer,
  });
  const shown = (): string[] => desk.shelf.get().toasts.map((toast) => toast.alert.id);
  return { desk, book, clock, counts, told, shown };
}

test('the past calls nobody; what fires is shown, sounded, notified of, and the rules are read', async () => {
  const { desk, book, counts, told, shown } = setUp();
  desk.take({ type: 'watching', alerts: [alert('old')], news: false });
  await book.refresh();
  expect([shown(), counts.beeps, told]).toEqual([[], 0, []]);
  const before = counts.reads;
  desk.take({ type: 'alert', alert: alert('a') });
  await book.refresh();
  expect([shown(), counts.beeps, told]).toEqual([['a'], 1, ['title of a a']]);
  expect(counts.reads).toBeGreaterThan(before);
});

test('what fired while the page was away is told when it is back, with one sound for all', () => {
  const { desk, counts, told, shown } = setUp();
  desk.take({ type: 'watching', alerts: [alert('a'), alert('b')], news: true });
  expect([shown(), counts.beeps, told.length]).toEqual([['a', 'b'], 1, 2]);
  desk.take({ type: 'watching', alerts: [], news: true });
  expect(counts.beeps).toBe(1);
});

test('a burst has one sound, and one notification for all that there is no room for', () => {
  const { desk, clock, counts, told } = setUp();
  for (const id of ['a', 'b', 'c', 'd', 'e']) desk.take({ type: 'alert', alert: alert(id) });
  expect([counts.beeps, told.slice(2)]).toEqual([1, ['title of c c', '1 more  more', '2 more  more']]);
  clock.advance(1000);
  desk.take({ type: 'alert', alert: alert('f') });
  expect(counts.beeps).toBe(2);
});

test('a toast goes by itself, but not while a person points at it or has the focus in it', () => {
  const { desk, clock, shown } = setUp();
  desk.take({ type: 'alert', alert: alert('a') });
  desk.hold('pointer');
  desk.hold('focus');
  desk.release('pointer');
  clock.advance(10 * STAY_MS);
  expect(shown()).toEqual(['a']);
  desk.release('focus');
  clock.advance(STAY_MS - 1);
  expect(shown()).toEqual(['a']);
  clock.advance(1);
  expect(shown()).toEqual([]);
});

test('a page that nobody sees keeps its toasts until somebody does', () => {
  const { desk, clock, shown } = setUp();
  desk.hold('hidden');
  desk.take({ type: 'alert', alert: alert('a') });
  clock.advance(10 * STAY_MS);
  expect(shown()).toEqual(['a']);
  desk.release('hidden');
  clock.advance(STAY_MS);
  expect(shown()).toEqual([]);
});

test('the pointer that dismissed the last toast does not hold the next one', () => {
  const { desk, clock, shown } = setUp();
  desk.take({ type: 'alert', alert: alert('a') });
  desk.hold('pointer');
  desk.dismiss('a');
  desk.take({ type: 'alert', alert: alert('b') });
  clock.advance(STAY_MS);
  expect(shown()).toEqual([]);
});

test('a server that could not tell of alerts is asked again once its rules can be read, not at every turn', async () => {
  const { desk, book, clock, counts } = setUp();
  desk.take({ type: 'off', reason: 'no database' });
  await book.refresh();
  await book.refresh();
  expect([desk.told.get(), counts.watches]).toEqual([false, 1]);
  clock.advance(30_000);
  await book.refresh();
  expect(counts.watches).toBe(2);
  desk.take({ type: 'watching', alerts: [], news: false });
  clock.advance(30_000);
  await book.refresh();
  expect([desk.told.get(), counts.watches]).toEqual([true, 2]);
});
