import { get, type IncomingMessage } from 'node:http';
import { nowMicros } from '../../measure/clock.ts';
import type { Frame } from '../frame-cache.ts';
import { stretches } from '../stretch.ts';
import type { Heard, Wanted, Wire } from './wire.ts';

type Ticks = readonly { readonly id: string; readonly price: number; readonly conflated?: number }[];

/** Events kept: streams are a few events apart at most, and most get the same text. */
const KEPT = 1_024;
const events = new Map<string, Frame>();

/** Reads server-sent events over plain HTTP. */
export function openStream({ url, tickers, mode, history, since }: Wanted, heard: Heard): Wire {
  const query = new URLSearchParams({ ticker: tickers.join(','), mode, history: String(history) });
  const last = since.at(-1);
  let left = false;
  let response: IncomingMessage | undefined;
  const request = get(`${url}/api/stream?${query}`, {
    agent: false,
    headers: last === undefined ? {} : { 'last-event-id': last },
  });
  // A close follows.
  request.on('error', () => {});
  request.on('close', () => left || heard.end(response?.statusCode ?? 0));
  request.on('response', (answer) => {
    response = answer;
    if (answer.statusCode !== 200) return void answer.destroy();
    answer.on('error', () => {});
    read(answer, heard);
  });
  return {
    pause: () => response?.pause(),
    resume: () => response?.resume(),
    // There is one way to leave a stream.
    leave: () => {
      left = true;
      request.destroy();
    },
  };
}

function read(answer: IncomingMessage, heard: Heard): void {
  let rest = '';
  let subscribed = false;
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const atMicros = nowMicros();
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop()!;
    for (const text of blocks) {
      const name = /^event: (.*)$/m.exec(text)?.[1];
      if (name === undefined) continue;
      if (!subscribed) heard.subscribed();
      subscribed = true;
      if (name === 'tick') heard.frame(tickOf(text), text.length + 2, atMicros);
      else if (name === 'snapshot')
        heard.frame(frameOf(dataOf<{ ticks: Ticks }>(text).ticks), text.length + 2, atMicros);
      else if (name === 'gap') heard.gap(dataOf<{ missed: number | null }>(text).missed);
    }
  });
}

function tickOf(text: string): Frame {
  const known = events.get(text);
  if (known) return known;
  const frame = frameOf([dataOf<Ticks[number]>(text)]);
  events.set(text, frame);
  if (events.size > KEPT) events.delete(events.keys().next().value!);
  return frame;
}

function frameOf(ticks: Ticks): Frame {
  const conflated = ticks.reduce((sum, tick) => sum + (tick.conflated ?? 0), 0);
  return { stretches: stretches(ticks), ids: ticks.map(({ id }) => id), conflated };
}

function dataOf<T>(text: string): T {
  return JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as T;
}
