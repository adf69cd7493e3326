import { CloseCode } from './close-code.ts';

/** What a close code says, for the documents: PROTOCOL.md, "Close codes". */
export interface CloseMeaning {
  readonly code: CloseCode;
  readonly meaning: string;
  /** When a client may come back. */
  readonly reconnect: string;
}

const words: Record<keyof typeof CloseCode, Omit<CloseMeaning, 'code'>> = {
  Restart: { meaning: 'the server restarts', reconnect: 'after `reconnectAfterMs`, or with full jitter' },
  Slow: { meaning: 'no byte was taken for 10 s', reconnect: 'with full jitter, and resume' },
  BadMessages: { meaning: 'five messages that could not be understood', reconnect: 'never: mend the client' },
  Unauthorized: {
    meaning: 'no valid credentials, or they have run out',
    reconnect: 'with new credentials',
  },
  SubscribeTimeout: { meaning: 'nothing was subscribed, or watched, in 10 s', reconnect: 'not before 30 s' },
  TooMany: {
    meaning: 'too many connections of this address, or messages on this connection',
    reconnect: 'not before 30 s',
  },
};

/** All close codes, in the order of their numbers. */
export const closeMeanings: readonly CloseMeaning[] = Object.entries(CloseCode)
  .toSorted(([, one], [, other]) => one - other)
  .map(([name, code]) => {
    const { meaning, reconnect } = words[name as keyof typeof CloseCode];
    return { code, meaning, reconnect };
  });
