import type { AlertRule } from '@ticker/protocol';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/answer.ts';
import { POLL_MS, RuleBook } from '../../src/alerts/rule-book.ts';
import { Clock } from './clock.ts';
import { firing, rule } from './rules.ts';

type List = Answer<readonly AlertRule[]>;

function refusal(status: number): List {
  return { ok: false, problem: { status, code: '', message: 'no' } };
}

/** A book whose server answers when the test says so. */
function setUp() {
  const clock = new Clock();
  const world = { visible: true };
  const asked: ((answer: List) => void)[] = [];
  const book = new RuleBook({
    list: () => new Promise((resolve) => asked.push(resolve)),
    setTimer: clock.setTimer,
    visible: () => world.visible,
  });
  const answer = async (next: List | readonly AlertRule[]): Promise<void> => {
    asked.shift()?.('ok' in next ? next : { ok: true, value: next });
    // Until all that follows from it has happened.
    await new Promise(setImmediate);
  };
  return { clock, world, book, asked, answer };
}

/** Reads once, and says whether it reads again by itself. */
async function readsAgain(rules: readonly AlertRule[], open = false): Promise<boolean> {
  const { book, clock, asked, answer } = setUp();
  book.setOpen(open);
  if (asked.length === 0) void book.refresh();
  await answer(rules);
  clock.advance(POLL_MS);
  return asked.length === 1;
}

test('reads again while an alert is delivered, while one cools down, and while a person looks', async () => {
  expect(await readsAgain([rule({ state: 'fired', last: firing('delivering') })])).toBe(true);
  expect(await readsAgain([rule({ state: 'cooling' })])).toBe(true);
  expect(await readsAgain([rule()], true)).toBe(true);
});

test('is quiet where nothing can change without a word', async () => {
  expect(await readsAgain([rule(), rule({ state: 'fired', last: firing('dead') })])).toBe(false);
});

test('reads at once what has changed, and a burst of changes once more after it', async () => {
  const { book, clock, asked, answer } = setUp();
  for (let n = 0; n < 100; n++) book.changed();
  expect(asked).toHaveLength(1);
  await answer([]);
  expect(asked).toHaveLength(0);
  clock.advance(250);
  expect(asked).toHaveLength(1);
  await answer([]);
  clock.advance(250);
  expect(asked).toHaveLength(0);
});

test('a hidden page asks for nothing by itself, and reads when it is seen again', async () => {
  const { book, clock, world, asked, answer } = setUp();
  book.setOpen(true);
  await answer([]);
  world.visible = false;
  clock.advance(10 * POLL_MS);
  book.look();
  expect(asked).toHaveLength(0);
  world.visible = true;
  book.look();
  expect(asked).toHaveLength(1);
});

test('what is asked for while it reads is read after that, once, and waited for', async () => {
  const { book, asked, answer } = setUp();
  void book.refresh();
  let done = false;
  const wanted = Promise.all([book.refresh(), book.refresh()]).then(() => (done = true));
  await answer([rule({ id: 'old' })]);
  expect([done, asked.length]).toEqual([false, 1]);
  await answer([rule({ id: 'new' })]);
  await wanted;
  expect([book.view().rules.map(({ id }) => id), asked.length]).toEqual([['new'], 0]);
});

test.each([
  [404, 'off'],
  [401, 'unauthorised'],
  [403, 'forbidden'],
  [503, 'unreachable'],
  [0, 'unreachable'],
] as const)('an answer of %i means %s', async (status, access) => {
  const { book, answer } = setUp();
  void book.refresh();
  await answer(refusal(status));
  expect(book.view()).toMatchObject({ access, problem: { message: 'no' } });
});

test('a server that is away for a moment costs no rule, and is asked again', async () => {
  const { book, clock, asked, answer } = setUp();
  void book.refresh();
  await answer([rule()]);
  void book.refresh();
  await answer(refusal(0));
  expect(book.view().rules).toEqual([rule()]);
  clock.advance(POLL_MS);
  expect(asked).toHaveLength(1);
  await answer([]);
  expect(book.view()).toEqual({ access: 'on', rules: [], problem: null });
});
