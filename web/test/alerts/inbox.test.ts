import { expect, test } from 'vitest';
import { Inbox } from '../../src/alerts/inbox.ts';

test('keeps what comes until somebody takes it, in its order', () => {
  const inbox = new Inbox<number>();
  const taken: number[] = [];
  inbox.put(1);
  inbox.put(2);
  inbox.open((item) => taken.push(item));
  inbox.put(3);
  expect(taken).toEqual([1, 2, 3]);
});
