import type { Frame, Leg, Recording, Tick } from './evidence.ts';

/** What a frame says, as far as the oracle is concerned. */
export type Step =
  | {
      readonly type: 'ticks';
      readonly at: number;
      readonly ticks: readonly Tick[];
      readonly conflated: number;
    }
  | { readonly type: 'snapshot'; readonly at: number; readonly ticks: readonly Tick[] }
  | { readonly type: 'gap'; readonly at: number; readonly reason: string; readonly missed: number | null }
  | { readonly type: 'heartbeat'; readonly at: number; readonly last: string | null };

/** A connection, read. */
export interface Stage {
  /** The server process; undefined where the connection does not tell. */
  readonly process: string | undefined;
  /** Whether it went on after what it had before. */
  readonly resumed: boolean;
  readonly full: boolean;
  readonly steps: readonly Step[];
}

/** A recording, read: what a subscriber lived through. */
export interface Journey extends Pick<Recording, 'name' | 'via' | 'mode' | 'tickers'> {
  readonly stages: readonly Stage[];
}

/** A message of PROTOCOL.md: what of it matters here. What is not there is not looked at. */
interface Message {
  readonly type: string;
  readonly process: string;
  readonly resumed: boolean;
  readonly ticks: readonly Tick[];
  readonly conflated?: number;
  readonly reason: string;
  readonly missed: number | null;
  readonly last: string | null;
}

/** Reads a recording. @throws SyntaxError, where a frame is not what PROTOCOL.md says */
export function journey({ name, via, mode, tickers, legs }: Recording): Journey {
  return {
    name,
    via,
    mode,
    tickers,
    stages: legs.map((leg) => (via === 'stream' ? stream(leg) : socket(leg))),
  };
}

/** Whether a subscriber has asked for ticks of that name. */
export function wants({ tickers }: Pick<Journey, 'tickers'>, ticker: string): boolean {
  return tickers.includes('*') || tickers.includes(ticker);
}

function socket({ frames, full }: Leg): Stage {
  let process: string | undefined;
  let resumed = false;
  const steps: Step[] = [];
  for (const { at, text } of frames) {
    const message = JSON.parse(text) as Message;
    if (message.type === 'welcome') ({ process } = message);
    if (message.type === 'subscribed') ({ resumed } = message);
    const step = stepOf(message.type, message, at);
    if (step) steps.push(step);
  }
  return { process, resumed, full, steps };
}

function stream({ since, frames, full }: Leg): Stage {
  const steps: Step[] = [];
  for (const { event, id, data, at } of frames.map(lines)) {
    if (event === undefined) {
      if (id !== undefined) steps.push({ type: 'heartbeat', at, last: id });
    } else if (event === 'tick') {
      const { conflated = 0, ...tick } = JSON.parse(data ?? '') as Tick & { conflated?: number };
      steps.push({ type: 'ticks', at, ticks: [tick], conflated });
    } else {
      const step = stepOf(event, JSON.parse(data ?? '') as Message, at);
      if (step) steps.push(step);
    }
  }
  const resumed = since.length > 0 && !steps.some(({ type }) => type === 'snapshot');
  return { process: undefined, resumed, full, steps };
}

function stepOf(type: string, message: Message, at: number): Step | undefined {
  const { ticks, conflated = 0, reason, missed, last } = message;
  if (type === 'ticks') return { type, at, ticks, conflated };
  if (type === 'snapshot') return { type, at, ticks };
  if (type === 'gap') return { type, at, reason, missed };
  if (type === 'heartbeat') return { type, at, last };
  return undefined;
}

/** The fields of an event of a stream. */
function lines({ at, text }: Frame): { at: number; event?: string; id?: string; data?: string } {
  const fields: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '');
  }
  return { at, ...fields };
}
