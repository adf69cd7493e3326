import { Limits, PROTOCOL_VERSION, type Welcome } from '@ticker/protocol';
import { HEARTBEAT_MS } from './pulse.ts';

/**
 * The first message of a connection: what it can count on.
 *
 * @param process names the server process
 * @param time milliseconds since 1970
 */
export function welcome(process: string, time: number): Welcome {
  const { history, since, tickers, messageBytes, messageBurst, messagesPerSecond } = Limits;
  return {
    type: 'welcome',
    version: PROTOCOL_VERSION,
    process,
    time,
    heartbeatMs: HEARTBEAT_MS,
    limits: { history, since, tickers, messageBytes, messageBurst, messagesPerSecond },
  };
}
