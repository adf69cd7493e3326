import { ObjectId } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EntryReader } from '../src/entry-reader.ts';
import { TICKS } from '../src/tick-kind.ts';

const document = (price: unknown) => ({ _id: new ObjectId(), time: new Date(0), ticker: 'PIP', price });

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

describe('A reader of documents', () => {
  it('gives the ticks in their order, and counts what is none', () => {
    const reader = new EntryReader(TICKS);
    const ticks = reader.read([document(1), document('much'), document(2), {}, document(3)]);
    expect(ticks.map(({ price }) => price)).toEqual([1, 2, 3]);
    expect(reader.badDocuments).toBe(2);
    reader.read([{}]);
    expect(reader.badDocuments).toBe(3);
  });

  it('says in the log what is wrong with one of them, once a minute', () => {
    const said: [object, string][] = [];
    const warn = (fields: object, message: string): void => void said.push([fields, message]);
    const reader = new EntryReader(TICKS, { info: () => {}, warn });
    reader.read([document('much'), {}]);
    vi.advanceTimersByTime(59_999);
    reader.read([{}]);
    expect(said).toEqual([
      [
        { why: 'price is not a finite number', badDocuments: 1 },
        'skipped a document of the topic that is no tick',
      ],
    ]);
    vi.advanceTimersByTime(1);
    reader.read([{}]);
    expect(said[1]?.[0]).toEqual({ why: '_id is missing', badDocuments: 4 });
  });
});
