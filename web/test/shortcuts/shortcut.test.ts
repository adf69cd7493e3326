import { expect, test } from 'vitest';
import { type Pressed, shortcutOf } from '../../src/shortcuts/shortcut.ts';

const bare: Pressed = {
  key: 'c',
  code: 'KeyC',
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
};

test.each([
  ['/', 'filter'],
  ['c', 'kind'],
  ['C', 'kind'],
  ['t', 'table'],
  ['p', 'pause'],
  ['l', 'live'],
  ['f', 'fullscreen'],
  ['s', 'picture'],
  ['b', 'theme'],
  ['d', 'density'],
  ['e', 'saver'],
  ['a', 'alerts'],
  ['?', 'sheet'],
])('%s is for %s', (key, action) => {
  expect(shortcutOf({ ...bare, key })).toEqual({ action });
});

test('digits choose the length of a bar, by its place', () => {
  expect(shortcutOf({ ...bare, key: '1' })).toEqual({ action: 'interval', interval: '1s' });
  expect(shortcutOf({ ...bare, key: '4' })).toEqual({ action: 'interval', interval: '1m' });
  expect(shortcutOf({ ...bare, key: '9' })).toBeUndefined();
  expect(shortcutOf({ ...bare, key: '0' })).toBeUndefined();
});

test.each(['ctrlKey', 'altKey', 'metaKey', 'repeat', 'isComposing'] as const)('not with %s', (held) => {
  expect(shortcutOf({ ...bare, [held]: true })).toBeUndefined();
});

test('a keyboard of another script has them in the same places', () => {
  expect(shortcutOf({ ...bare, key: 'с', code: 'KeyC' })).toEqual({ action: 'kind' });
  expect(shortcutOf({ ...bare, key: '١', code: 'Digit1' })).toMatchObject({ interval: '1s' });
});

test('a Latin keyboard with its letters elsewhere is taken by its letters', () => {
  // AZERTY, where the key of A is that of Q, and an unshifted 1 is &.
  expect(shortcutOf({ ...bare, key: 'a', code: 'KeyQ' })).toEqual({ action: 'alerts' });
  expect(shortcutOf({ ...bare, key: '&', code: 'Digit1' })).toBeUndefined();
});

test.each(['Enter', 'Tab', 'F1', 'constructor', 'x', ' '])('%s is none', (key) => {
  expect(shortcutOf({ ...bare, key })).toBeUndefined();
});
