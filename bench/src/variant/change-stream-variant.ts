import type { ChangeStreamCalls } from '../load/change-streams.ts';
import { Remote } from '../stage/remote.ts';
import { RING } from '../stage/ring.ts';
import type { Variant } from './variant.ts';

/** No server in between, one change stream on the topic a listener. */
export function changeStreamVariant(name: string, listeners: number): Variant {
  return {
    name,
    listeners,
    open: async ({ uri }) => {
      const remote = new Remote<ChangeStreamCalls>(`listeners (${name})`, 'change-streams');
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
