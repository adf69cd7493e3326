import type { AlertRule } from '@ticker/protocol';
import { type Access, accessAfter } from './access.ts';
import type { Answer, Problem } from '../answer.ts';
import { Cell } from '../cell.ts';

/** How often rules are read again while they may change without a word, ms. */
export const POLL_MS = 5_000;

/** However often it is said that they have changed, they are read no more often than this, ms. */
const CALM_MS = 250;

/** The rules as they were read last. */
export interface RuleView {
  readonly access: Access;
  /** Newest first. */
  readonly rules: readonly AlertRule[];
  /** Why they could not be read; null where they could. */
  readonly problem: Problem | null;
}

/** What a rule book touches of the world. */
export interface BookWorld {
  readonly list: () => Promise<Answer<readonly AlertRule[]>>;
  /** Calls back once, after milliseconds; gives what cancels that. */
  readonly setTimer: (callback: () => void, ms: number) => () => void;
  /** Whether the page can be seen. */
  readonly visible: () => boolean;
}

/**
 * The alert rules, read again whenever they may have changed: when somebody says so, and every few seconds while a
 * person looks at them or one of them is under way. A page that nobody sees asks for nothing by itself.
 */
export class RuleBook {
  readonly #world: BookWorld;
  readonly #cell = new Cell<RuleView>({ access: 'loading', rules: [], problem: null });
  #open = false;
  #reading: Promise<void> | undefined;
  #again = false;
  #clearTimer: (() => void) | undefined;
  #calm = true;
  #changed = false;

  constructor(world: BookWorld) {
    this.#world = world;
  }

  readonly view = (): RuleView => this.#cell.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#cell.subscribe(listener);

  /** Reads the rules; resolves when what it shows is younger than this call. */
  async refresh(): Promise<void> {
    if (this.#reading) {
      // What is being read may be older than what the caller knows of.
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#read();
    await this.#reading;
  }

  /** The rules have changed elsewhere: reads them, at once after a pause, else soon. A thousand may fire in a second. */
  changed(): void {
    this.#changed = true;
    if (!this.#calm) return;
    this.#changed = false;
    this.#calm = false;
    void this.refresh();
    this.#world.setTimer(() => {
      this.#calm = true;
      if (this.#changed) this.changed();
    }, CALM_MS);
  }

  /** Somebody begins or ceases to look at the rules. */
  setOpen(open: boolean): void {
    this.#open = open;
    this.look();
  }

  /** The page was shown or hidden, or its rules were: reads them, where they have not been read all the time. */
  look(): void {
    if (this.#world.visible()) void this.refresh();
  }

  async #read(): Promise<void> {
    do {
      this.#again = false;
      const answer = await this.#world.list();
      // Those read before stay: a server that is away for a moment takes no line off the chart.
      const { rules } = this.#cell.get();
      this.#cell.set(
        answer.ok
          ? { access: 'on', rules: answer.value, problem: null }
          : { access: accessAfter(answer.problem), rules, problem: answer.problem },
      );
    } while (this.#again);
    this.#reading = undefined;
    this.#plan();
  }

  #plan(): void {
    this.#clearTimer?.();
    this.#clearTimer = this.#world.setTimer(() => {
      const { access, rules } = this.#cell.get();
      if (this.#world.visible() && polls(access, rules, this.#open)) void this.refresh();
    }, POLL_MS);
  }
}

/** Whether rules may change without a word to this page: one is under way, or somebody wants to see what others do. */
function polls(access: Access, rules: readonly AlertRule[], open: boolean): boolean {
  if (access === 'unreachable') return true;
  return access === 'on' && (open || rules.some(isUnderWay));
}

function isUnderWay({ state, last }: AlertRule): boolean {
  return state === 'cooling' || last?.delivery.state === 'delivering';
}
