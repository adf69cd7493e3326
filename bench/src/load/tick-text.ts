import type { StampedTick } from '../measure/tick-stamp.ts';
import { type Stretch, stretches } from './stretch.ts';

/** A tick as our protocol has it in JSON, for those who carry texts: all carry the same. */
export function tickText({ _id, time, ticker, price }: StampedTick): string {
  return JSON.stringify({ id: _id.toHexString(), time: time.getTime(), ticker, price });
}

/** What is in the text of a tick. */
export function heardText(text: string): Stretch[] {
  return stretches([JSON.parse(text) as { id: string; price: number }]);
}
