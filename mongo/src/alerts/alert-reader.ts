import type { Alert } from '@ticker/protocol';
import type { Document } from 'mongodb';
import { BadDocuments } from '../bad-documents.ts';
import type { EntryReader } from '../entry-reader.ts';
import { readAlert } from './alert-document.ts';

/** An alert and whose it is: the owner of its rule. */
export interface AlertEntry extends Alert {
  readonly owner: string | null;
}

/** Reads documents as alerts; those that are none are skipped, counted, and logged once a minute with the reason. */
export class AlertReader implements EntryReader<AlertEntry> {
  readonly fields = { rule: 1, owner: 1, ticker: 1, condition: 1, note: 1, tick: 1, time: 1 } as const;
  readonly role = 'tickerAlerts';
  readonly #bad: BadDocuments;

  constructor(warn?: (fields: object, message: string) => void) {
    this.#bad = new BadDocuments('skipped a document of the alerts that is no alert', warn);
  }

  get badDocuments(): number {
    return this.#bad.count;
  }

  read(documents: readonly Document[]): AlertEntry[] {
    const alerts: AlertEntry[] = [];
    for (const document of documents) {
      const alert = readAlert(document);
      if (typeof alert === 'string') this.#bad.add(alert);
      else alerts.push(alert);
    }
    return alerts;
  }
}
