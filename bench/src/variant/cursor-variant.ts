import type { CursorCalls } from '../load/cursors.ts';
import { Remote } from '../stage/remote.ts';
import { RING } from '../stage/ring.ts';
import type { Variant } from './variant.ts';

export interface CursorVariantOptions {
  readonly name: string;
  readonly listeners: number;
}

/** As the article has it: no server in between, one tailable cursor a listener. */
export function cursorVariant({ name, listeners }: CursorVariantOptions): Variant {
  return {
    name,
    listeners,
    open: async ({ uri }) => {
      const remote = new Remote<CursorCalls>(`listeners (${name})`, 'cursors');
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
