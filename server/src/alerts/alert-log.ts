import type { AlertEntry, Known, TailItem } from '@ticker/mongo';
import { type Alert, AlertLimits } from '@ticker/protocol';
import type { Grant } from '../auth/grant.ts';
import { mayRead } from './may-read.ts';

/** How many alerts are kept. */
export const ALERTS_KEPT = 1_000;

/** A connection that watches: told when there may be something to read. */
export interface AlertListener {
  pump(): void;
}

/**
 * The last alerts of all processes, as their tail brings them. Pull, not push, as the backlog: a reader is a position,
 * and no queue grows for it.
 */
export class AlertLog implements Known {
  readonly #capacity: number;
  readonly #ring: AlertEntry[] = [];
  readonly #positions = new Map<string, number>();
  readonly #listeners = new Set<AlertListener>();
  /** How often alerts may have been missed. */
  gaps = 0;
  first = 0;
  next = 0;

  constructor(capacity = ALERTS_KEPT) {
    this.#capacity = capacity;
  }

  position(id: string): number | undefined {
    return this.#positions.get(id);
  }

  join(listener: AlertListener): void {
    this.#listeners.add(listener);
  }

  leave(listener: AlertListener): void {
    this.#listeners.delete(listener);
  }

  /** Takes in what the tail gives. */
  take(item: TailItem<AlertEntry>): void {
    if (item.type === 'ticks') this.#append(item.ticks);
    else if (item.type === 'gap') {
      if (item.recreated) this.#clear();
      this.gaps++;
    } else return;
    this.wake();
  }

  /** Has all who have joined look whether there is something for them. */
  wake(): void {
    for (const listener of this.#listeners) listener.pump();
  }

  /** A reader of the alerts that a client may see. It begins with those that come after {@link AlertReader.recent}. */
  reader(grant: Grant): AlertReader {
    return new AlertReader(this, grant);
  }

  /** The alert at a position between `first` and `next`. */
  at(position: number): AlertEntry {
    return this.#ring[position % this.#capacity]!;
  }

  #append(alerts: readonly AlertEntry[]): void {
    for (const alert of alerts) {
      if (this.#positions.has(alert.id)) continue;
      if (this.next - this.first === this.#capacity) this.#positions.delete(this.at(this.first++).id);
      this.#ring[this.next % this.#capacity] = alert;
      this.#positions.set(alert.id, this.next++);
    }
  }

  #clear(): void {
    this.#positions.clear();
    this.first = this.next;
  }
}

/** One client's place in the log. */
export class AlertReader {
  readonly #log: AlertLog;
  readonly #grant: Grant;
  #position: number;
  #gaps: number;

  constructor(log: AlertLog, grant: Grant) {
    this.#log = log;
    this.#grant = grant;
    this.#position = log.next;
    this.#gaps = log.gaps;
  }

  /** The newest alerts that the client may see, oldest first; those after them come by {@link next}. */
  recent(): Alert[] {
    const log = this.#log;
    const found: Alert[] = [];
    for (let at = log.next - 1; at >= log.first && found.length < AlertLimits.recent; at--) {
      const entry = log.at(at);
      if (mayRead(entry, this.#grant)) found.push(alertOf(entry));
    }
    this.#position = log.next;
    this.#gaps = log.gaps;
    return found.toReversed();
  }

  /**
   * What comes next.
   *
   * @returns 'overtaken' where alerts may be missing: call {@link recent}; undefined when there is nothing
   */
  next(): Alert | 'overtaken' | undefined {
    const log = this.#log;
    if (this.#position < log.first || this.#gaps !== log.gaps) return 'overtaken';
    while (this.#position < log.next) {
      const entry = log.at(this.#position++);
      if (mayRead(entry, this.#grant)) return alertOf(entry);
    }
    return undefined;
  }
}

/** An alert as its owner sees it. */
function alertOf({ id, rule, ticker, condition, note, tick, time }: AlertEntry): Alert {
  return { id, rule, ticker, condition, note, tick, time };
}
