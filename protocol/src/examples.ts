import { Limits, PROTOCOL_VERSION } from './limits.ts';

// At least one of every message, for the documents. Tests validate each against its schema, and send those of clients
// to a running server. Named by the message's `type`.

export const tick = [
  { id: '673f2671c2b5b6c9a2f1d001', time: 1_732_190_401_123, ticker: 'PIP', price: 44.51 },
  { id: '~eyIkbnVtYmVySW50IjoiNyJ9', time: 1_732_190_401_998, ticker: 'ACME', price: 101.2 },
];
const ids = tick.map(({ id }) => id);
const { history, since, tickers, messageBytes, messageBurst, messagesPerSecond } = Limits;

export const subscribe = [
  { type: 'subscribe', id: 1, tickers: ['PIP'], history: 200 },
  { type: 'subscribe', id: 2, tickers: ['PIP', 'ACME'], mode: 'all', history: 200, since: ids },
  { type: 'subscribe', id: 3, tickers: ['*'], mode: 'latest', since: ids[0] },
];

export const unsubscribe = [
  { type: 'unsubscribe', id: 4, tickers: ['PIP'] },
  { type: 'unsubscribe', id: 5, tickers: ['*'] },
];

export const welcome = [
  {
    type: 'welcome',
    version: PROTOCOL_VERSION,
    process: '0b6f6f0e-6b0e-4e0e-9d0c-0d1f3c5a7b9d',
    time: 1_732_190_401_123,
    heartbeatMs: 1000,
    limits: { history, since, tickers, messageBytes, messageBurst, messagesPerSecond },
  },
];

export const subscribed = [
  { type: 'subscribed', id: 1, tickers: ['PIP'], mode: 'all', resumed: false },
  { type: 'subscribed', id: 2, tickers: ['PIP', 'ACME'], mode: 'all', resumed: true },
];

export const snapshot = [
  { type: 'snapshot', id: 1, ticks: tick },
  { type: 'snapshot', id: null, ticks: [] },
];

export const ticks = [
  { type: 'ticks', ticks: tick, conflated: 0 },
  { type: 'ticks', ticks: tick.slice(1), conflated: 12 },
];

export const gap = [
  { type: 'gap', reason: 'slow_consumer', missed: 17 },
  { type: 'gap', reason: 'history_exceeded', missed: null },
  { type: 'gap', reason: 'upstream', missed: null },
];

export const heartbeat = [
  { type: 'heartbeat', time: 1_732_190_402_998, last: ids[1] },
  { type: 'heartbeat', time: 1_732_190_402_998, last: null },
  { type: 'heartbeat', time: 1_732_190_402_998, last: ids[1], standstill: 'no_primary' },
];

export const unsubscribed = [{ type: 'unsubscribed', id: 4, tickers: ['PIP'] }];

export const error = [
  { type: 'error', id: 1, code: 'bad_request', message: 'tickers.0 must match pattern' },
  { type: 'error', id: null, code: 'bad_request', message: 'not JSON' },
  {
    type: 'error',
    id: 6,
    code: 'too_many',
    message: `a connection can subscribe to at most ${tickers} tickers`,
  },
  { type: 'error', id: 7, code: 'forbidden', message: 'the token does not allow ACME' },
  { type: 'error', id: 8, code: 'unavailable', message: 'alerts are off on this server' },
];

export const shutdown = [{ type: 'shutdown', reconnectAfterMs: 2200 }];
