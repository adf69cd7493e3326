import { crowd, isServed } from '../play/crowd.ts';
import type { Fault } from './fault.ts';

const CLIENTS = 1_000;
const LOAD = { rate: 30, burstSeconds: 0 };

/** A thousand clients lose their server at once, and go on at another one, which reads another member. */
export const killedServer: Fault = {
  name: 'killed-server',
  about: `SIGKILL of a server while ${CLIENTS} clients stream: they go on at a second one that reads another member`,
  holdMs: 8_000,
  gaps: 'none',
  alone: true,
  setting: { load: LOAD, work: false, environment: { ALERTS: 'off' } },
  inject: async (scene) => {
    const { servers, startServer } = scene;
    const [first, second] = servers;
    const clients = await crowd(scene, CLIENTS);
    await first.kill();
    return {
      must: async () => {
        const back = clients.filter((client) => isServed(client, 2)).length;
        const { state } = await second.tail();
        const lost = back < CLIENTS ? [`${back} of ${CLIENTS} clients are back`] : [];
        return [...lost, ...(state === 'live' ? [] : [`its tail is ${state}`])];
      },
      heal: async () => {
        servers[0] = await startServer({});
      },
    };
  },
};

/** The same with few clients, and with alerts and jobs under way: what the dead one had begun others finish. */
export const lostServer: Fault = {
  name: 'lost-server',
  about: 'SIGKILL of a server that fires alerts and delivers them; another one is started',
  holdMs: 3_000,
  gaps: 'none',
  inject: async ({ servers, startServer }) => {
    await servers[0].kill();
    return {
      heal: async () => {
        servers[0] = await startServer({});
      },
    };
  },
};
