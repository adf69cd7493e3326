import type { Alerts } from '../alerts/alerts.ts';
import { counter, gauge } from './reading.ts';
import type { Registers } from './registers.ts';

const STATES = ['off', 'starting', 'ready', 'unavailable'] as const;

/** What the metrics read of the alerts. */
export type AlertSource = Pick<
  Alerts,
  'state' | 'evaluator' | 'mirror' | 'coolDowns' | 'firing' | 'log' | 'badDocuments' | 'sender'
>;

/** What the alerts of this process do. @param alerts undefined: they are off */
export function alertMetrics({ all, each }: Registers, alerts: AlertSource | undefined): void {
  gauge(each, {
    name: 'ticker_alerts_state',
    help: '1 for what the alerts of this process are, 0 for what they are not',
    labels: ['state'],
    read: () => STATES.map((state) => [{ state }, Number(state === (alerts?.state ?? 'off'))] as const),
  });
  if (!alerts) return;
  const { evaluator, mirror, coolDowns, firing, log, sender } = alerts;
  gauge(each, {
    name: 'ticker_alert_rules',
    help: 'Alert rules that this process knows; evaluated: on each tick, cooling: after a firing, the rest is on its way to one or the other',
    labels: ['state'],
    read: () => [
      [{ state: 'known' }, mirror.size],
      [{ state: 'evaluated' }, evaluator.size],
      [{ state: 'cooling' }, coolDowns.size],
    ],
  });
  counter(each, {
    name: 'ticker_alert_matches_total',
    help: 'Rules whose condition this process saw a tick meet; other processes see the same',
    read: () => firing.matched,
  });
  counter(all, {
    name: 'ticker_alert_firings_total',
    help: 'Those of them that this process fired: the sum over all processes is the number of firings',
    read: () => firing.fired,
  });
  gauge(all, {
    name: 'ticker_alert_firings_waiting',
    help: 'Matches that the database has not been told of yet',
    read: () => firing.size,
  });
  counter(each, {
    name: 'ticker_alert_missed_ticks_total',
    help: 'Ticks that the backlog forgot before rules could be evaluated on them (BACKLOG_MAX)',
    read: () => evaluator.missed,
  });
  counter(each, {
    name: 'ticker_alerts_received_total',
    help: 'Alerts of all processes that the tail brought, those of the first fill included',
    read: () => log.next,
  });
  counter(each, {
    name: 'ticker_alert_bad_documents_total',
    help: 'Documents of the alerts that are none, and were left out; one that is met again counts again',
    read: () => alerts.badDocuments,
  });
  counter(all, {
    name: 'ticker_alert_webhooks_total',
    help: 'Attempts to send to webhooks; refused: to an address that is not allowed, so it was not made',
    labels: ['outcome'],
    read: () => Object.entries(sender.outcomes).map(([outcome, count]) => [{ outcome }, count] as const),
  });
}
