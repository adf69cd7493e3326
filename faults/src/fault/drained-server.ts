import { now } from '../clock.ts';
import { crowd, isServed } from '../play/crowd.ts';
import type { Server } from '../stage/server.ts';
import type { Subscriber } from '../subscriber/subscriber.ts';
import type { Fault } from './fault.ts';

const CLIENTS = 200;
const STREAMS = 50;
const LOAD = { rate: 30, burstSeconds: 0 };
/** From SIGTERM on: how long its clients are given at least, and so soon it has ended. */
const LIVE_MS = 5_000;
const END_MS = 10_000;

/** A crowd is sent away, and goes on at another server, which reads another member. */
export const drainedServer: Fault = {
  name: 'drained-server',
  about: `SIGTERM of a server while ${CLIENTS} clients stream: they go on at a second one that reads another member`,
  holdMs: LIVE_MS,
  gaps: 'none',
  alone: true,
  setting: { load: LOAD, work: false, environment: { ALERTS: 'off' } },
  inject: async (scene) => {
    const { servers, startServer } = scene;
    const clients = await crowd(scene, CLIENTS, STREAMS);
    const from = now();
    const ended = end(servers[0]);
    return {
      must: async () => {
        const back = clients.filter((client) => isServed(client, 2)).length;
        return back < CLIENTS ? [`${back} of ${CLIENTS} clients are live`] : [];
      },
      heal: async () => {
        servers[0] = await startServer({});
      },
      after: async (note) => {
        const lastMs = Math.max(...clients.map(servedAgainAt)) - from;
        // How soon a busy machine can't promise; that it is within 5 s by what clients are told, server/test/drain holds.
        note(`the last client was live after ${(lastMs / 1000).toFixed(1)} s`);
        const untold = clients.filter((client) => toldIn(client) < 0);
        const silent = untold.length > 0 ? [`${untold.length} clients were not told of the restart`] : [];
        return [...silent, ...(await ended)];
      },
    };
  },
};

/** The same with few clients, and with alerts and jobs under way: what it does not finish others do. */
export const restartedServer: Fault = {
  name: 'restarted-server',
  about: 'SIGTERM of a server that fires alerts and delivers them; another one is started',
  holdMs: 3_000,
  gaps: 'none',
  inject: async ({ servers, startServer }) => {
    const ended = end(servers[0]);
    return {
      heal: async () => {
        await ended;
        servers[0] = await startServer({});
      },
      after: () => ended,
    };
  },
};

/** The connection on which a client was told of the restart; -1 where it was not. */
function toldIn({ recording: { legs } }: Subscriber): number {
  return legs.findIndex(({ frames }) =>
    frames.some(({ text }) => /"type":"shutdown"|^event: shutdown$/m.test(text)),
  );
}

/** When a client had its first tick after that connection; Infinity where it never had. */
function servedAgainAt(client: Subscriber): number {
  const later = client.recording.legs.slice(toldIn(client) + 1).flatMap(({ frames }) => frames);
  return later.find(({ text }) => text.includes('"price"'))?.at ?? Infinity;
}

/** Tells a server to end; gives what was wrong with how it did. */
async function end(server: Server): Promise<string[]> {
  const at = performance.now();
  const code = await server.terminate();
  const ms = performance.now() - at;
  const late = ms > END_MS ? [`it took ${(ms / 1000).toFixed(1)} s to end`] : [];
  return code === 0 ? late : [...late, `it ended with ${code}, not with 0`];
}
