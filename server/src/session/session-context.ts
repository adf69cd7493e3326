import type { Standstill } from '@ticker/protocol';
import type { AlertFeed } from '../alerts/alert-feed.ts';
import type { Tickers } from '../hub/filter.ts';
import type { Hub } from '../hub/hub.ts';

/** What a session needs from its process. */
export interface SessionContext {
  readonly hub: Hub;
  /** Names this process in `welcome`. */
  readonly process: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Whether a tick with this id, of one of these tickers, is in the topic, by the primary's word; undefined when nobody
   * can say. Never rejects.
   */
  readonly exists: (id: string, tickers: Tickers) => Promise<boolean | undefined>;
  /** Why no ticks come to this process; undefined: they do, as they are published. Asked for each heartbeat. */
  readonly standstill?: () => Standstill | undefined;
  /** Undefined: there are no alerts on this server. */
  readonly alerts?: AlertFeed | undefined;
}
