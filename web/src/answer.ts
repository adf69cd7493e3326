import { patiently } from './patience.ts';

/** Why a request did not do what it was for. */
export interface Problem {
  /** HTTP status; 0 where nothing answered. */
  readonly status: number;
  /** The server's `code`; empty where nothing of ours answered. */
  readonly code: string;
  /** The server's words; empty where it had none. */
  readonly message: string;
}

/** What a request came to. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** A server that is there answers within milliseconds; one that waits for its database, within seconds. */
const PATIENCE_MS = 15_000;

/** Asks the server for JSON. `body`, where there is one, is sent as JSON; `ended` breaks it off. Never rejects. */
export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  ended?: AbortSignal,
): Promise<Answer<T>> {
  try {
    return await patiently(PATIENCE_MS, ended, async (signal): Promise<Answer<T>> => {
      const answer = await fetch(path, {
        method,
        signal,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const value: unknown = answer.status === 204 ? undefined : await answer.json();
      if (answer.ok) return { ok: true, value: value as T };
      return { ok: false, problem: problemOf(answer.status, value) };
    });
  } catch {
    // No network, too long a wait, or a proxy's page in place of an answer.
    return { ok: false, problem: { status: 0, code: '', message: '' } };
  }
}

function problemOf(status: number, body: unknown): Problem {
  const { code, message } = (body ?? {}) as Record<string, unknown>;
  return { status, code: text(code), message: text(message) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
