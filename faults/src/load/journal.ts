import { now } from '../clock.ts';
import type { Publication, Tick } from '../oracle/evidence.ts';

/** What publishers did: which ticks they sent when, and which of them were acknowledged by a majority. */
export class Journal {
  readonly #publications = new Map<string, { tick: Tick; sentAt: number; acknowledgedAt: number | null }>();
  /** When a write was acknowledged last. */
  lastAcknowledgedAt = now();

  get publications(): Publication[] {
    return [...this.#publications.values()];
  }

  /** Ticks are about to be sent. */
  sent(ticks: readonly Tick[], sentAt = now()): void {
    for (const tick of ticks) this.#publications.set(tick.id, { tick, sentAt, acknowledgedAt: null });
  }

  /** Their majority write was acknowledged. */
  acknowledged(ids: readonly string[], acknowledgedAt = now()): void {
    for (const id of ids) this.#publications.get(id)!.acknowledgedAt = acknowledgedAt;
    this.lastAcknowledgedAt = Math.max(this.lastAcknowledgedAt, acknowledgedAt);
  }
}
