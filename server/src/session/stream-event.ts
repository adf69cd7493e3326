import type { ServerMessage } from '@ticker/protocol';
import type { TicksPayload } from './frame.ts';

/** One event of an SSE stream (HTML Standard, "Server-sent events"). Our ids and JSON hold no line break. */
function event(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * A session's message as events of a stream. The stream is the same protocol in another writing, so nothing but this
 * has to know of it; PROTOCOL.md, "The stream".
 *
 * @param retryMs when an EventSource shall come back if it loses us: it has no jitter of its own
 * @returns empty for what a stream has no event for: the request has said it, or been refused, already
 */
export function streamEvent(message: ServerMessage, retryMs: number): string {
  switch (message.type) {
    case 'welcome':
      return `retry: ${retryMs}\n\n`;
    case 'snapshot':
      return event('snapshot', { ticks: message.ticks }, message.ticks.at(-1)?.id);
    case 'gap':
      return event('gap', { reason: message.reason, missed: message.missed });
    case 'heartbeat':
      // A comment where there is no id: an empty one would make the client forget where it was.
      return message.last === null ? ':\n\n' : `id: ${message.last}\n\n`;
    case 'shutdown':
      return `retry: ${message.reconnectAfterMs}\n${event('shutdown', { reconnectAfterMs: message.reconnectAfterMs })}`;
    case 'ticks':
      return tickEvents(message);
    default:
      return '';
  }
}

const encoded = new WeakMap<TicksPayload, Buffer>();

/** The events of a batch, one a tick: encoded once for each batch object, however many streams it goes to. */
export function batchEvents(batch: TicksPayload): Buffer {
  let events = encoded.get(batch);
  if (!events) encoded.set(batch, (events = Buffer.from(tickEvents(batch))));
  return events;
}

/** `conflated`, where any were skipped, is told with the first tick after them. */
function tickEvents({ ticks, conflated }: TicksPayload): string {
  return ticks
    .map((tick, index) =>
      event('tick', index === 0 && conflated > 0 ? { ...tick, conflated } : tick, tick.id),
    )
    .join('');
}
