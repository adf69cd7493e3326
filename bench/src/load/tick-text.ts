import type { Tick } from '@ticker/protocol';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { type Stretch, stretches } from './stretch.ts';

/** A tick as our protocol has it in JSON, for those who carry texts: all carry the same. */
export function tickText(tick: StampedTick): string {
  return JSON.stringify(wireTick(tick));
}

/** The same, for those who make JSON themselves. */
export function wireTick({ _id, time, ticker, price }: StampedTick): Tick {
  return { id: _id.toHexString(), time: time.getTime(), ticker, price };
}

/** Our protocol's message of these ticks. */
export function ticksMessage(ticks: readonly StampedTick[]): string {
  return `{"type":"ticks","ticks":[${ticks.map((tick) => tickText(tick)).join(',')}],"conflated":0}`;
}

/** What is in the text of a tick. */
export function heardText(text: string): Stretch[] {
  return stretches([JSON.parse(text) as { id: string; price: number }]);
}
