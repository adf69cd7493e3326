import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from './config.ts';

/**
 * The certificate and key that the server answers with; undefined where none are set. Read once: a renewed
 * certificate is taken up by a restart, which loses nobody a tick.
 *
 * @throws Error of one line that names what can't be read, or that the two don't fit
 */
export function readTls({ TLS_CERT, TLS_KEY }: Config): { cert: Buffer; key: Buffer } | undefined {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return undefined;
  const cert = read('TLS_CERT', TLS_CERT);
  const key = read('TLS_KEY', TLS_KEY);
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new Error(
      `TLS_CERT and TLS_KEY are no certificate and its key, as PEM: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
  return { cert, key };
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`${name} can't be read: ${(cause as Error).message}`, { cause });
  }
}
