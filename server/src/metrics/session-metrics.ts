import { CloseCode } from '@ticker/protocol';
import { GapReason } from '@ticker/protocol/schemas';
import type { Registry } from 'prom-client';
import { count } from '../count.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Tally } from '../session/tally.ts';
import { counter, gauge, type Reading } from './reading.ts';

const MODES = ['all', 'latest', 'mixed', 'none'] as const;
const GAP_REASONS = GapReason.anyOf.map((reason) => reason.const);

/** What sessions are, and what was sent on them. Every series is there from the start, so that its first step shows. */
export function sessionMetrics(registry: Registry, sessions: Sessions, tallies: readonly Tally[]): void {
  const perTransport = (of: (tally: Tally) => number) => (): Reading<'transport'>[] =>
    tallies.map((tally) => [{ transport: tally.transport }, of(tally)]);
  const labels = ['transport'] as const;

  gauge(registry, {
    name: 'ticker_subscribers',
    help: 'Sessions by how their tickers are subscribed; none: not yet, or not any more',
    labels: ['transport', 'mode'],
    read: () => {
      const counts = new Map<string, number>();
      for (const { transport, mode = 'none' } of sessions) count(counts, `${transport} ${mode}`);
      return tallies.flatMap(({ transport }) =>
        MODES.map((mode) => [{ transport, mode }, counts.get(`${transport} ${mode}`) ?? 0] as const),
      );
    },
  });
  counter(registry, {
    name: 'ticker_sessions_opened_total',
    help: 'Sessions that began',
    labels,
    read: perTransport(({ opened }) => opened),
  });
  counter(registry, {
    name: 'ticker_sessions_closed_total',
    help: 'Sessions that the server ended, by close code (a stream has the code that a socket would have had)',
    labels: ['transport', 'code'],
    read: () =>
      tallies.flatMap(({ transport, closes }) =>
        Object.values(CloseCode).map(
          (code) => [{ transport, code: `${code}` }, closes.get(code) ?? 0] as const,
        ),
      ),
  });
  counter(registry, {
    name: 'ticker_frames_sent_total',
    help: 'WebSocket frames, and writes to streams',
    labels,
    read: perTransport(({ frames }) => frames),
  });
  counter(registry, {
    name: 'ticker_sent_bytes_total',
    help: 'Bytes that they carried, give or take a header of each',
    labels,
    read: perTransport(({ bytes }) => bytes),
  });
  counter(registry, {
    name: 'ticker_gaps_total',
    help: 'Gaps that subscribers were told of',
    labels: ['transport', 'reason'],
    read: () =>
      tallies.flatMap(({ transport, gaps }) =>
        GAP_REASONS.map((reason) => [{ transport, reason }, gaps.get(reason) ?? 0] as const),
      ),
  });
  counter(registry, {
    name: 'ticker_slow_consumers_total',
    help: 'Readers that were too slow: the ring overtook them (a gap each time), or they took no byte for 10 s and were closed',
    labels: ['transport', 'outcome'],
    read: () =>
      tallies.flatMap(({ transport, gaps, closes }) => [
        [{ transport, outcome: 'overtaken' }, gaps.get('slow_consumer') ?? 0] as const,
        [{ transport, outcome: 'closed' }, closes.get(CloseCode.Slow) ?? 0] as const,
      ]),
  });
  counter(registry, {
    name: 'ticker_bad_messages_total',
    help: "Clients' messages that could not be understood",
    labels,
    read: perTransport(({ badMessages }) => badMessages),
  });
  gauge(registry, {
    name: 'ticker_draining',
    help: '1: the process is about to stop',
    across: 'max',
    read: () => Number(sessions.draining),
  });
}
