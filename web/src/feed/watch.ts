import type { Alert, ErrorCode } from '@ticker/protocol';
import { type Change, change } from './change.ts';
import type { FeedState } from './feed-state.ts';
import { withIds, withoutRecent } from './recent-ids.ts';

/** Asks for alerts, once a connection: a server that does not know the message counts it as a bad one. */
export function watchAlerts(state: FeedState): Change {
  if (state.watch.status !== 'none') return change(state, {});
  const { nextId: id, socket } = state;
  return change(
    state,
    { nextId: id + 1, watch: { status: 'asked', id } },
    { type: 'send', socket, message: { type: 'watch', id } },
  );
}

/** Asks again where the server could not say: its alerts may be well by now. */
export function watchAgain(state: FeedState): Change {
  if (state.watch.status !== 'unavailable') return change(state, {});
  return watchAlerts({ ...state, watch: { status: 'none' } });
}

/** Hands on the list of alerts. The first of all is the past, which nobody is to be called for. */
export function watching(state: FeedState, alerts: readonly Alert[]): Change {
  const fresh = withoutRecent(state.alertIds, alerts);
  const { everWatched: news } = state;
  const facts = { watch: { status: 'on' }, everWatched: true, ...remembered(state, fresh) } as const;
  return change(state, facts, { type: 'report', report: { type: 'watching', alerts: fresh, news } });
}

/** Hands on one alert, where it is new. */
export function alerted(state: FeedState, alert: Alert): Change {
  const fresh = withoutRecent(state.alertIds, [alert]);
  if (fresh.length === 0) return change(state, {});
  return change(state, remembered(state, fresh), { type: 'report', report: { type: 'alert', alert } });
}

/** Whether an answer is to this connection's watch. */
export function isWatch({ watch }: FeedState, id: number | null): boolean {
  return watch.status === 'asked' && watch.id === id;
}

/**
 * The server said no: it has no alerts, or can't tell of them now (`unavailable`). It may be an older one, to which the
 * message is unknown: that is worth no word beside the prices.
 */
export function watchRefused(state: FeedState, code: ErrorCode, reason: string): Change {
  const status = code === 'unavailable' ? 'unavailable' : 'off';
  return change(state, { watch: { status } }, { type: 'report', report: { type: 'off', reason } });
}

function remembered({ alertIds }: FeedState, alerts: readonly Alert[]): Partial<FeedState> {
  const ids = alerts.map(({ id }) => id);
  return { alertIds: withIds(alertIds, ids) };
}
