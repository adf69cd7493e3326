import type { Alert } from '@ticker/protocol';

/** Toasts that are shown at once, at most. */
export const SHOWN_MAX = 3;

/** How long a toast stays, where nobody holds it, ms. */
export const STAY_MS = 20_000;

/** An alert that is shown until a time of the feed's clock, in milliseconds. */
export interface Toast {
  readonly alert: Alert;
  readonly until: number;
}

/** The toasts. While a person points at them or has the focus among them they are held, and none goes by itself. */
export interface Shelf {
  /** Oldest first. */
  readonly toasts: readonly Toast[];
  /** Alerts that came while there was no room, since the shelf was last empty. */
  readonly more: number;
  readonly heldSince: number | null;
}

/** No toasts. */
export const EMPTY: Shelf = { toasts: [], more: 0, heldSince: null };

/** The shelf with one more alert, or one more counted. */
export function withToast(shelf: Shelf, alert: Alert, now: number): Shelf {
  if (shelf.toasts.length >= SHOWN_MAX) return { ...shelf, more: shelf.more + 1 };
  // Held ones are put off by the whole of the hold when it ends; this one was not there for all of it.
  const until = (shelf.heldSince ?? now) + STAY_MS;
  return { ...shelf, toasts: [...shelf.toasts, { alert, until }] };
}

/** Without the toast of an alert. */
export function withoutToast(shelf: Shelf, id: string): Shelf {
  return left(
    shelf,
    shelf.toasts.filter(({ alert }) => alert.id !== id),
  );
}

/** Nobody holds it any more: what was left of each toast's time begins to run again. */
export function released(shelf: Shelf, now: number): Shelf {
  const { heldSince } = shelf;
  if (heldSince === null) return shelf;
  const toasts = shelf.toasts.map(({ alert, until }) => ({ alert, until: until + now - heldSince }));
  return { ...shelf, toasts, heldSince: null };
}

/** Somebody holds it. */
export function held(shelf: Shelf, now: number): Shelf {
  if (shelf.heldSince !== null || shelf.toasts.length === 0) return shelf;
  return { ...shelf, heldSince: now };
}

/** Without the toasts whose time is over. */
export function aged(shelf: Shelf, now: number): Shelf {
  if (shelf.heldSince !== null) return shelf;
  return left(
    shelf,
    shelf.toasts.filter(({ until }) => until > now),
  );
}

/** When the next toast goes by itself; null while none will. */
export function nextAging({ toasts, heldSince }: Shelf): number | null {
  if (heldSince !== null || toasts.length === 0) return null;
  return Math.min(...toasts.map(({ until }) => until));
}

function left(shelf: Shelf, toasts: readonly Toast[]): Shelf {
  if (toasts.length === shelf.toasts.length) return shelf;
  // The last one has gone: nothing is left to hold, and whoever looked has seen the count.
  return toasts.length === 0 ? EMPTY : { ...shelf, toasts };
}
