import pino, { type Logger } from 'pino';

/** The process' log: JSON lines, pretty on a terminal. Logs no credentials: nothing that holds any is handed to it. */
export function createLog(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level });
  return pino({
    level,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  });
}
