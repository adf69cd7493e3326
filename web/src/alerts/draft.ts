import type { Condition, MoveWindow, NewAlertRule, Repeat } from '@ticker/protocol';
import type { Problem } from '../answer.ts';

/** The kinds of conditions, in the order in which they are offered. */
export const KINDS = [
  'crosses_up',
  'crosses_down',
  'above',
  'below',
  'moves',
] as const satisfies readonly Kind[];
export type Kind = Condition['type'];

/** Windows of `moves`, shortest first. */
export const WINDOWS = ['10s', '1m', '5m', '15m', '1h'] as const satisfies readonly MoveWindow[];

/** Cool-downs to choose from, ms. */
export const COOL_DOWNS = [10_000, 60_000, 300_000, 900_000, 3_600_000, 86_400_000] as const;

/** An alert that is being filled in: as typed. */
export interface Draft {
  /** null: the ticker that is shown, whichever that is. */
  readonly ticker: string | null;
  readonly kind: Kind;
  readonly price: string;
  readonly percent: string;
  readonly window: MoveWindow;
  readonly repeat: Repeat;
  readonly coolDownMs: number;
  readonly note: string;
  readonly url: string;
}

/** An empty one. */
export const BLANK: Draft = {
  ticker: null,
  kind: 'crosses_up',
  price: '',
  percent: '',
  window: '5m',
  repeat: 'once',
  coolDownMs: 60_000,
  note: '',
  url: '',
};

/** The part of a draft that says when. */
type When = Pick<Draft, 'ticker' | 'kind' | 'price'>;

/**
 * A draft's part for a price that was pointed at: it fires when the price gets there, from where it is now.
 *
 * @param last the ticker's last price
 */
export function draftAt(ticker: string, price: number, last: number): When {
  return { ticker, kind: price > last ? 'crosses_up' : 'crosses_down', price: String(price) };
}

/** The rule that a draft asks for. What is no number goes as null: the server says what is wrong with it. */
export function ruleOf(draft: Draft, shown: string | null): NewAlertRule {
  const { kind, window, repeat, coolDownMs, note, url } = draft;
  const condition =
    kind === 'moves'
      ? { type: kind, percent: numberOf(draft.percent), window }
      : { type: kind, price: numberOf(draft.price) };
  return {
    ticker: draft.ticker ?? shown ?? '',
    condition,
    repeat,
    ...(repeat === 'every' && { coolDownMs }),
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(url.trim() !== '' && { webhook: { url: url.trim() } }),
  };
}

/** Where in the form a problem belongs. */
export type Field = 'ticker' | 'amount' | 'note' | 'url';

const FIELDS: readonly (readonly [RegExp, Field])[] = [
  [/\b(?:webhook|url|address|https?)\b/i, 'url'],
  [/\b(?:price|percent|condition)\b/i, 'amount'],
  [/\bnote\b/i, 'note'],
  [/\bticker\b/i, 'ticker'],
];

/** The field that the server's words are about; null where it is none, or not to be told. */
export function fieldOf({ status, message }: Problem): Field | null {
  if (status === 403) return 'ticker';
  if (status !== 400) return null;
  return FIELDS.find(([words]) => words.test(message))?.[1] ?? null;
}

/** NaN becomes null in JSON. */
function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}
