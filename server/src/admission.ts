import { createVerifier, type Verify } from './auth/verifier.ts';
import type { Config } from './config.ts';
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
    /** TCP connections in all. */
    readonly connectionsMax: number;
    /** Of one address; 0: any number. */
    readonly requestsPerMinute: number;
  };
}

/**
 * Reads the files that the settings name.
 *
 * @throws Error of one line that names the setting and what is wrong with its file
 */
export function admission(config: Config): Admission {
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
      connectionsMax: config.CONNECTIONS_MAX,
      requestsPerMinute: config.REQUESTS_PER_MINUTE,
    },
  };
}
