import type { Verify } from '../auth/verifier.ts';
import { Session } from '../session/session.ts';
import type { SessionContext } from '../session/session-context.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Tally } from '../session/tally.ts';
import type { Transport } from '../session/transport.ts';
import type { Grant } from '../auth/grant.ts';
import type { ConnectionLimit } from './connection-limit.ts';

/** What sessions of either transport are let in by. */
export interface Door {
  readonly context: SessionContext;
  readonly sessions: Sessions;
  readonly verify: Verify | undefined;
  /** `ALLOWED_ORIGINS`. */
  readonly allowedOrigins: readonly string[];
  /** Of sessions, by address. */
  readonly connections: ConnectionLimit;
}

/** Begins a session, and gives what is to be called when its connection has gone. */
export function enter(
  { context, sessions }: Door,
  transport: Transport,
  grant: Grant,
  tally: Tally,
  leave: () => void,
): { readonly session: Session; readonly gone: () => void } {
  const session = new Session(context, transport, grant, tally);
  sessions.add(session);
  const gone = (): void => {
    session.close();
    sessions.delete(session);
    leave();
  };
  return { session, gone };
}
