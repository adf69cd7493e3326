/** Version of the wire protocol, sent in `welcome` and part of the subprotocol's name. */
export const PROTOCOL_VERSION = '1';

/** WebSocket subprotocol that the server selects. A socket that asks for none is accepted too. */
export const SUBPROTOCOL = 'ticker.v1.json';

/** The ticker name that stands for every ticker. */
export const EVERY_TICKER = '*';

/**
 * How far back a reader looks that goes on at another member, or another process: two members' natural orders may
 * differ where inserts overlapped, by at most 64 positions as measured (four publishers of
 * `insertMany(100)`). Twice that.
 */
export const OVERLAP = 128;

/** Bounds that both ends know. `welcome.limits` carries those that a client can run into. */
export const Limits = {
  /** Ticks in a snapshot at most, across the tickers of one subscribe. */
  history: 1000,
  /** Ids in `since` at most. */
  since: 256,
  /** Characters of an id on the wire at most; a document with a longer one is no tick. */
  idLength: 200,
  /** Names in one subscribe, and in all of a connection's subscriptions together. */
  tickers: 100,
  /** Bytes of a message from a client at most (`maxPayload` of the socket). */
  messageBytes: 16 * 1024,
  /** Messages of a client at once, and a second on average, before its socket is closed with 4429. */
  messageBurst: 100,
  messagesPerSecond: 10,
  /** Messages that can't be understood before the socket is closed with 4400. */
  badMessages: 5,
  /** Ticks in one frame at most. */
  batch: 1000,
} as const;

/** Bounds of alert rules, and of alerts on a connection. */
export const AlertLimits = {
  /** Characters of a note, and of a webhook's URL. */
  note: 200,
  url: 2_000,
  /** Alerts in a `watching` at most: the newest. */
  recent: 100,
} as const;
