import type { Tick } from '@ticker/protocol';
import type { EntryKind } from './entry-kind.ts';
import { readTick } from './tick-document.ts';

/** The documents of a topic. */
export const TICKS: EntryKind<Tick> = {
  none: 'a document of the topic that is no tick',
  fields: { time: 1, ticker: 1, price: 1 },
  role: 'tickerServer',
  read: readTick,
};
