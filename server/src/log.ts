import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

/** The process' log: JSON lines, pretty on a terminal. Logs no credentials: nothing that holds any is handed to it. */
export function createLog(level: string): Log {
  if (!process.stdout.isTTY) return pino({ level });
  // In this thread, not in pino's worker: that one waits for a terminal that was closed, and so did our end.
  return pino({ level }, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }));
}
