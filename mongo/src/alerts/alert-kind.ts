import type { Alert } from '@ticker/protocol';
import type { EntryKind } from '../entry-kind.ts';
import { readAlert } from './alert-document.ts';

/** An alert and whose it is: the owner of its rule. */
export interface AlertEntry extends Alert {
  readonly owner: string | null;
}

/** The documents of the alerts. */
export const ALERTS: EntryKind<AlertEntry> = {
  none: 'a document of the alerts that is no alert',
  fields: { rule: 1, owner: 1, ticker: 1, condition: 1, note: 1, tick: 1, time: 1 },
  role: 'tickerAlerts',
  read: readAlert,
};
