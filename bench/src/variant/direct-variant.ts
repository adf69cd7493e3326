import type { DirectCalls } from '../load/direct-calls.ts';
import { Remote } from '../stage/remote.ts';
import { RING } from '../stage/ring.ts';
import type { Variant } from './variant.ts';

export interface DirectVariantOptions {
  readonly name: string;
  readonly listeners: number;
  /** What a listener is: a tailable cursor, as in the article, or a change stream; a file of `load/`. */
  readonly entry: 'cursors' | 'change-streams';
}

/** No server in between: every listener reads MongoDB itself. */
export function directVariant({ name, listeners, entry }: DirectVariantOptions): Variant {
  return {
    name,
    listeners,
    open: async ({ uri }) => {
      const remote = new Remote<DirectCalls>(`listeners (${name})`, entry);
      try {
        const { database, collection } = RING;
        await remote.call('open', { uri, database, collection, count: listeners });
      } catch (error) {
        await remote.stop();
        throw error;
      }
      const processes = new Map([[remote.name, remote.pid]]);
      return { remote, processes, tail: async () => undefined, close: () => remote.stop() };
    },
  };
}

/** The article's way: a tailable cursor a listener. */
export function cursorVariant(listeners: number): Variant {
  return directVariant({ name: 'a cursor a listener', listeners, entry: 'cursors' });
}
