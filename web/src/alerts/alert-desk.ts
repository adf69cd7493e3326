import type { Alert } from '@ticker/protocol';
import type { AlertReport } from '../feed/event.ts';
import { Cell } from '../cell.ts';
import { BLANK, type Draft } from './draft.ts';
import type { Notifier } from './notifier.ts';
import type { RuleBook } from './rule-book.ts';
import { aged, EMPTY, held, nextAging, released, type Shelf, withoutToast, withToast } from './shelf.ts';
import type { Sound } from './sound.ts';

/** A feed that could not tell of alerts is asked again after so many milliseconds, where the rules can be read. */
const AGAIN_MS = 30_000;

/** Alerts that come closer together than this, ms, have one sound. */
const SOUND_MS = 1_000;

/** Why toasts are held. */
export type Hold = 'pointer' | 'focus' | 'hidden';

/** A secret that is shown once. */
export interface Secret {
  /** The rule's. */
  readonly name: string;
  readonly secret: string;
}

/** What a desk works with. */
export interface DeskParts {
  readonly book: RuleBook;
  readonly sound: Pick<Sound, 'on' | 'set' | 'play'>;
  readonly notifier: Pick<Notifier, 'permission' | 'askOnce' | 'show'>;
  /** Asks the feed for alerts once more. */
  readonly watchAgain: () => void;
  /** A notification's title and text. */
  readonly words: (alert: Alert) => readonly [title: string, body: string];
  /** The same of so many that there is no room for. */
  readonly moreWords: (count: number) => readonly [title: string, body: string];
  /** A monotonic clock, ms. */
  readonly now: () => number;
  /** Calls back once, after milliseconds; gives what cancels that. */
  readonly setTimer: (callback: () => void, ms: number) => () => void;
}

/** All that the page holds of alerts: the rules, the toasts, the form as it is filled in. */
export class AlertDesk {
  readonly book: RuleBook;
  readonly sound: DeskParts['sound'];
  readonly notifier: DeskParts['notifier'];
  readonly shelf = new Cell<Shelf>(EMPTY);
  /** Here, not in the form: it outlives the panel, which comes and goes. */
  readonly draft = new Cell<Draft>(BLANK);
  readonly secret = new Cell<Secret | null>(null);
  /** Whether the server tells this page of alerts at once. */
  readonly told = new Cell(true);
  /** The form was filled in from elsewhere, and is to come into sight with the focus. */
  readonly formWanted = new Cell(false);
  readonly #parts: DeskParts;
  readonly #holds = new Set<Hold>();
  #clearTimer: (() => void) | undefined;
  #askedAt = -Infinity;
  #soundAt = -Infinity;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.book = parts.book;
    this.sound = parts.sound;
    this.notifier = parts.notifier;
    this.book.subscribe(() => this.#watchAgain());
  }

  /** Takes in what the feed has to say. */
  readonly take = (report: AlertReport): void => {
    this.told.set(report.type !== 'off');
    if (report.type === 'alert') this.#announce([report.alert]);
    if (report.type === 'watching' && report.news) this.#announce(report.alerts);
    this.book.changed();
  };

  /** Toasts stay as long as one of these holds them. */
  hold(by: Hold): void {
    this.#holds.add(by);
    this.#put(this.shelf.get());
  }

  /** One of these holds them no longer. */
  release(by: Hold): void {
    this.#holds.delete(by);
    this.#put(this.shelf.get());
  }

  /** Takes a toast away. */
  dismiss(id: string): void {
    this.#put(withoutToast(this.shelf.get(), id));
  }

  #announce(alerts: readonly Alert[]): void {
    if (alerts.length === 0) return;
    const { now, words, moreWords } = this.#parts;
    this.#put(alerts.reduce((shelf, alert) => withToast(shelf, alert, now()), this.shelf.get()));
    if (now() >= this.#soundAt + SOUND_MS) this.sound.play();
    this.#soundAt = now();
    const { toasts, more } = this.shelf.get();
    const shown = alerts.filter((alert) => toasts.some((toast) => toast.alert === alert));
    for (const alert of shown) this.notifier.show(...words(alert), alert.id);
    // One for all the rest, which the next such takes the place of: nobody wants a hundred.
    if (shown.length < alerts.length) this.notifier.show(...moreWords(more), 'more');
  }

  #put(shelf: Shelf): void {
    const { now, setTimer } = this.#parts;
    if (shelf.toasts.length === 0) {
      // What was pointed at is gone, and no event says that it is not any more.
      this.#holds.delete('pointer');
      this.#holds.delete('focus');
    }
    const next = this.#holds.size > 0 ? held(shelf, now()) : released(shelf, now());
    this.shelf.set(next);
    this.#clearTimer?.();
    const at = nextAging(next);
    if (at === null) return;
    this.#clearTimer = setTimer(() => this.#put(aged(this.shelf.get(), now())), Math.max(0, at - now()));
  }

  #watchAgain(): void {
    const { now, watchAgain } = this.#parts;
    if (this.told.get() || this.book.view().access !== 'on' || now() < this.#askedAt + AGAIN_MS) return;
    this.#askedAt = now();
    watchAgain();
  }
}
