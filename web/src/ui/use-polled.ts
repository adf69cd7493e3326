import { useEffect, useState } from 'react';
import type { Answer, Problem } from '../answer.ts';
import { poll } from '../poll.ts';

/** What a panel knows of the server. Neither is there until it has answered. */
export interface Polled<T> {
  /** The last that could be had: it stays, and is to be shown pale, where the next could not. */
  readonly last: T | null;
  /** Why the newest could not be had. */
  readonly problem: Problem | null;
}

/** What `read` gives, for as long as somebody looks. @param read the same one each time; must not reject */
export function usePolled<T>(read: (ended: AbortSignal) => Promise<Answer<T>>): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({ last: null, problem: null });
  useEffect(
    () =>
      poll(read, (answer) =>
        setPolled(({ last }) =>
          answer.ok ? { last: answer.value, problem: null } : { last, problem: answer.problem },
        ),
      ),
    [read],
  );
  return polled;
}
