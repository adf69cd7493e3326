import type { ErrorCode } from '@ticker/protocol';
import { expect, test } from 'vitest';
import { alert, Driver } from './driver.ts';

/** What the server says to a watch with the id 2, which follows the subscribe's. */
function refuse(driver: Driver, code: ErrorCode): void {
  driver.receive({ type: 'error', id: 2, code, message: 'no alerts here' });
}

function watched(): Driver {
  const driver = new Driver().join();
  driver.welcome();
  return driver;
}

function count(driver: Driver): number {
  return driver.sent.filter(({ type }) => type === 'watch').length;
}

test('asks for alerts after the welcome, once a connection', () => {
  const driver = watched();
  driver.welcome();
  driver.receive({ type: 'watching', id: 2, alerts: [] });
  driver.welcome();
  expect(driver.sent.map(({ type, id }) => [type, id])).toEqual([
    ['subscribe', 1],
    ['watch', 2],
  ]);
  driver.close(1006);
  driver.advance(1000);
  driver.open();
  expect(count(driver)).toBe(1);
  driver.welcome();
  expect(count(driver)).toBe(2);
});

test('the first list is the past; what a later one adds is news', () => {
  const driver = watched();
  driver.receive({ type: 'watching', id: 2, alerts: [alert('a')] });
  driver.receive({ type: 'watching', id: null, alerts: [alert('a'), alert('b')] });
  driver.close(1006);
  driver.advance(1000);
  driver.open();
  driver.welcome();
  driver.receive({ type: 'watching', id: 9, alerts: [alert('a'), alert('b'), alert('c')] });
  expect(driver.reports).toEqual([
    { type: 'watching', alerts: [alert('a')], news: false },
    { type: 'watching', alerts: [alert('b')], news: true },
    { type: 'watching', alerts: [alert('c')], news: true },
  ]);
});

test('hands no alert on twice', () => {
  const driver = watched();
  driver.receive({ type: 'watching', id: 2, alerts: [alert('a')] });
  for (const id of ['a', 'b', 'b']) driver.receive({ type: 'alert', alert: alert(id) });
  expect(driver.reports.slice(1)).toEqual([{ type: 'alert', alert: alert('b') }]);
});

test('a server without alerts is said so once, and nothing else changes', () => {
  const driver = watched();
  driver.ticks('a');
  refuse(driver, 'bad_request');
  driver.on({ type: 'watch-again' });
  driver.welcome();
  expect(driver.reports).toEqual([{ type: 'off', reason: 'no alerts here' }]);
  expect([driver.seen.status, driver.state.problem, count(driver)]).toEqual(['live', null, 1]);
});

test('where the server could not tell, it can be asked again', () => {
  const driver = watched();
  refuse(driver, 'unavailable');
  driver.on({ type: 'watch-again' });
  driver.on({ type: 'watch-again' });
  expect(count(driver)).toBe(2);
});

test('an answer to something else is no answer to it', () => {
  const driver = watched();
  driver.receive({ type: 'error', id: null, code: 'bad_request', message: 'what?' });
  expect([driver.reports, driver.state.watch.status]).toEqual([[], 'asked']);
});
