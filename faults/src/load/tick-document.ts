import type { Document } from 'mongodb';
import type { Tick } from '../oracle/evidence.ts';
import { wireId } from './wire-id.ts';

/** A tick as it lies in the collection. */
export interface TickDocument {
  readonly _id: unknown;
  readonly time: Date;
  readonly ticker: string;
  readonly price: number;
}

/** The same as it is on the wire. */
export function onTheWire({ _id, time, ticker, price }: TickDocument | Document): Tick {
  return { id: wireId(_id), time: Number(time), ticker: ticker as string, price: price as number };
}
