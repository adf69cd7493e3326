import { setImmediate as nextTurn } from 'node:timers/promises';
import { Limits } from '@ticker/protocol';
import { describe, expect, it, vi } from 'vitest';
import { Inbox } from '../src/session/inbox.ts';

/** All that may be read now. */
function taken(inbox: Inbox): string[] {
  const texts: string[] = [];
  for (let text = inbox.take(); text !== undefined; text = inbox.take()) texts.push(text);
  return texts;
}

describe('An inbox', () => {
  it("gives messages in their order, four of them, then it is the others' turn, and says when that is over", async () => {
    const onTurn = vi.fn<() => void>();
    const inbox = new Inbox(0, onTurn);
    for (let n = 0; n < 6; n++) inbox.push(`${n}`);
    expect(taken(inbox)).toEqual(['0', '1', '2', '3']);
    expect(inbox.isOpen).toBe(false);
    expect(onTurn).not.toHaveBeenCalled();
    await nextTurn();
    expect(onTurn).toHaveBeenCalledOnce();
    expect(inbox.isOpen).toBe(true);
    expect(taken(inbox)).toEqual(['4', '5']);
  });

  it('asks for no turn while nobody sends', async () => {
    const onTurn = vi.fn<() => void>();
    const inbox = new Inbox(0, onTurn);
    expect(taken(inbox)).toEqual([]);
    await nextTurn();
    expect(onTurn).not.toHaveBeenCalled();
  });

  it('admits a burst, and then as many as the time allows', () => {
    const inbox = new Inbox(0, () => {});
    for (let n = 0; n < Limits.messageBurst; n++) expect(inbox.admit(0)).toBe(true);
    const later = 1000 / Limits.messagesPerSecond;
    expect(inbox.admit(later)).toBe(true);
    expect(inbox.admit(later)).toBe(false);
  });
});
