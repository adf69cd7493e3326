import type { AlertState, Condition, Repeat, Tick } from '@ticker/protocol';

/** Where alerts of a rule are sent besides. */
export interface Webhook {
  readonly url: string;
  /** "whsec_" and base64: signs what is sent. */
  readonly secret: string;
}

/** An alert rule. Its times are in milliseconds since 1970, by the database's clock. */
export interface Rule {
  /** 24 hex digits. */
  readonly id: string;
  /** Whose it is; null on a server without tokens. */
  readonly owner: string | null;
  readonly ticker: string;
  readonly condition: Condition;
  readonly repeat: Repeat;
  readonly coolDownMs: number;
  readonly note: string;
  readonly webhook: Webhook | null;
  readonly state: AlertState;
  /** Grows by one with every arming and every firing. */
  readonly generation: number;
  /** The newest tick, of any ticker, that the process held that armed it: it watches those after. Null: it held none. */
  readonly position: string | null;
  readonly createdAt: number;
  /** Its last firing. `alert`: the alert's id, as on the wire. */
  readonly last: { readonly alert: string; readonly tick: Tick; readonly time: number } | null;
}

/** A rule that is armed or cools down. */
export interface WatchedRule extends Rule {
  /** Milliseconds until its cool-down is over, by the database's clock; 0 or less: it is over; null: it is armed. */
  readonly coolingMs: number | null;
}
