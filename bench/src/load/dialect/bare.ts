import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ticksMessage } from '../tick-text.ts';
import type { Dialect } from './dialect.ts';

/** A path of the bare server on which what comes is sent to all others. */
export const PUBLISH = '/publish';

/** The bare loop: nothing is said, and a message of our protocol is sent as it is. */
export const bare: Dialect = {
  greet: async () => {},
  async publisher({ publishUrl }) {
    const socket = new WebSocket(publishUrl, { perMessageDeflate: false });
    await once(socket, 'open');
    return (ticks) => {
      socket.send(ticksMessage(ticks));
      return undefined;
    };
  },
};
