import type { Audience, Collection, Reception } from './audience.ts';

/** The calls that every listening process answers, whatever it listens through, once it is open. */
export interface ListenerCalls {
  [name: string]: (argument: never) => Promise<unknown>;
  /** Counts ticks of this run from now on. */
  expect(run: number): Promise<void>;
  /** Waits for the run's last tick, and says what came. */
  collect(collection: Collection): Promise<Reception>;
}

/** @param audience asked at each call: it is there once the process is open */
export function listenerCalls(audience: () => Audience): ListenerCalls {
  return {
    expect: async (run: number) => audience().expect(run),
    collect: async (collection: Collection) => audience().collect(collection),
  };
}
