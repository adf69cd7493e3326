import { createClient, open } from '@ticker/mongo';
import { UsageError } from './errors.ts';

const CLOSE_MS = 1_000;

export type Client = ReturnType<typeof createClient>;

/** A client that is not connected yet; parameters as `createClient`. @throws UsageError when the URI is none */
export function clientOf(...[uri, ...rest]: Parameters<typeof createClient>): Client {
  try {
    return createClient(uri, ...rest);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/**
 * Connects a client.
 *
 * @returns false when the signal aborted first
 * @throws Error that names the hosts when no member answers within 10 s
 */
export async function connectUnless(signal: AbortSignal, client: Client, uri: string): Promise<boolean> {
  const giveUp = (): void => void client.close();
  signal.addEventListener('abort', giveUp);
  try {
    await open(client, uri);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return !signal.aborted;
}

/** Closes a client as the last thing that the process does. A member that hangs holds its end up by 1 s at most. */
export function closeLast(client: Client): void {
  void client.close().catch(() => {});
  setTimeout(() => process.exit(), CLOSE_MS).unref();
}
