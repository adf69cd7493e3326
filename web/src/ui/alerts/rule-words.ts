import type { AlertRule, Condition } from '@ticker/protocol';
import { once } from '../../once.ts';
import { formatPrice, formatTime } from '../format.ts';
import { alertText } from '../text/alerts.ts';
import { duration } from '../text/page.ts';

const percents = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 }));

/** A condition in words: "rises through 44.50". */
export function conditionWords(condition: Condition): string {
  const words = alertText.condition;
  if (condition.type === 'moves') {
    const { percent, window } = condition;
    // A server that is newer may know others.
    return words.moves(percents().format(percent), alertText.windows[window] ?? window);
  }
  const one = words[condition.type] as ((price: string) => string) | undefined;
  return one?.(formatPrice(condition.price)) ?? words.unknown;
}

/** What a rule, or an alert of it, is called: "PIP rises through 44.50". */
export function ruleName({ ticker, condition }: Pick<AlertRule, 'ticker' | 'condition'>): string {
  return `${ticker} ${conditionWords(condition)}`;
}

/** How often it fires. */
export function repeatWords({ repeat, coolDownMs }: AlertRule): string {
  return repeat === 'once' ? alertText.once : alertText.every(span(coolDownMs));
}

/** What became of its last alert. */
export interface DeliveryWords {
  readonly state: 'delivering' | 'delivered' | 'dead';
  readonly words: string;
}

/** What became of its last alert, in words; null where there is nothing to say: that it fired is said already. */
export function deliveryWords({ last, webhook }: AlertRule): DeliveryWords | null {
  if (!last) return null;
  const { state, attempts, error } = last.delivery;
  if (state === 'dead')
    return { state, words: alertText.dead(attempts) + (error === null ? '' : alertText.deadWhy(error)) };
  if (state === 'delivering')
    return {
      state,
      words: error === null ? alertText.delivering : alertText.deliveringAgain(attempts, error),
    };
  return webhook ? { state, words: alertText.delivered } : null;
}

/** The last firing in words; null where there was none. */
export function firingWords({ last }: AlertRule): string | null {
  return last && alertText.fired(formatPrice(last.tick.price), formatTime(last.time));
}

/** A length of time that a person chose: "1 min", not "1 min 0 s". */
export function span(ms: number): string {
  return duration(ms).replace(/(?<=[a-z]) 0 \w+$/, '');
}
