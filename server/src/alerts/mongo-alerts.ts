import {
  type AlertDelivery,
  type AlertNames,
  ALERTS,
  ensureAlerts,
  followRules,
  insertAlert,
  type Log,
  parseDelivery,
  Queue,
  refuseForeignJobs,
  Rules,
  Tail,
  type TailOptions,
} from '@ticker/mongo';
import { ALERTS_KEPT } from './alert-log.ts';
import type { AlertsDatabase } from './alerts-database.ts';

/** How long mongod waits for an alert before it answers "none": a person does not see 50 ms, and it is asked less often. */
const AWAIT_MS = 50;

/**
 * The alerts in MongoDB.
 *
 * @param set what the topic's tail reads through: the alerts' tail is a second cursor, on a member that is as well
 */
export function mongoAlerts(
  set: Pick<TailOptions, 'uri' | 'client' | 'members'>,
  names: AlertNames,
  log: Log,
): AlertsDatabase {
  const { client } = set;
  return {
    rules: new Rules(client, names),
    queue: new Queue<AlertDelivery>(client, { ...names.queue, parse: parseDelivery, log }),
    ensure: () => ensureAlerts(client, names),
    refuseForeignJobs: () => refuseForeignJobs(client, names),
    follow: (options) => followRules(client, names.rules, options),
    insert: (row) => insertAlert(client, names.alerts, row),
    tail: (known, signal) =>
      new Tail(
        {
          ...set,
          topic: names.alerts,
          known,
          backlogMax: ALERTS_KEPT,
          readConcern: 'majority',
          awaitMs: AWAIT_MS,
          wake: false,
          signal,
          appName: 'ticker-alerts',
          log,
        },
        ALERTS,
      ),
  };
}
