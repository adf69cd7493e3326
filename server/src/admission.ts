import { createVerifier, type Verify } from './auth/verifier.ts';
import type { Config } from './config.ts';
import type { Place } from './workers/place.ts';
import { readTls } from './tls.ts';

/** Who is let in, by which way, and how many. */
export interface Admission {
  /** Undefined: everybody, without a token. */
  readonly verify: Verify | undefined;
  /** Pages that may connect; empty: those of the server itself. */
  readonly allowedOrigins: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustProxy: readonly string[];
  /** Certificate and key, PEM; undefined: http. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly limits: {
    /** Sessions of one address; 0: any number. */
    readonly connectionsPerAddress: number;
    /** TCP connections of the process. */
    readonly connectionsMax: number;
    /** Whether the process is a worker, which gets its connections from another process. */
    readonly ofWorker?: boolean;
    /** Of one address; 0: any number. */
    readonly requestsPerMinute: number;
  };
}

/**
 * Reads the files that the settings name.
 *
 * @param place of a worker: of the connections it has its share, since they are handed out in turn. What limits an
 *   address is counted by each worker for itself
 * @throws Error of one line that names the setting and what is wrong with its file
 */
export function admission(config: Config, place?: Place): Admission {
  return {
    verify: createVerifier({
      secret: config.AUTH_SECRET,
      jwksFile: config.AUTH_JWKS_FILE,
      issuer: config.AUTH_ISSUER,
      audience: config.AUTH_AUDIENCE,
    }),
    allowedOrigins: config.ALLOWED_ORIGINS,
    trustProxy: config.TRUST_PROXY,
    tls: readTls(config),
    limits: {
      connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
      connectionsMax: Math.ceil(config.CONNECTIONS_MAX / (place?.of ?? 1)),
      ofWorker: place !== undefined,
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
    },
  };
}
