import { tailed } from '../play/scene.ts';
import type { Network } from '../stage/proxy.ts';
import type { Fault } from './fault.ts';

/** The network between the first server and the member that it reads from; nobody else is concerned. */
function broken(network: Network, about: string, moves: boolean): Fault {
  return {
    name: `network-${network}`,
    about: `the network between a server and its member: ${about}`,
    holdMs: 10_000,
    gaps: 'none',
    inject: async (scene) => {
      const [server] = scene.servers;
      const member = await tailed(scene, server);
      server.network(network, member.address);
      return {
        ...(moves && {
          must: async () => {
            const tail = await server.tail();
            // Degraded, where the member has become the primary meanwhile: that one can't be reached then.
            return ['live', 'degraded'].includes(tail.state) && tail.member !== member.address
              ? []
              : [`its tail of ${tail.member} is ${tail.state} (${tail.why}), not well elsewhere`];
          },
        }),
        heal: async () => server.network('well'),
      };
    },
  };
}

export const networkCut = broken('cut', 'connections are reset, new ones refused', true);
export const networkStalled = broken('stalled', 'no byte passes', true);
export const networkSlow = broken('slow', 'each byte takes 0.4 s', false);
export const networkHalfOpen = broken(
  'half-open',
  'the member has forgotten the connections, the server has not',
  false,
);

/** All of its members at once: it has nobody to go to, says so, and goes on as soon as it can. */
export const networkGone: Fault = {
  name: 'network-gone',
  about: 'the network between a server and all members is cut: it says so, keeps its clients, and goes on',
  holdMs: 8_000,
  gaps: 'none',
  inject: async ({ servers: [server] }) => {
    server.network('cut');
    return {
      must: async () => {
        const { state, why } = await server.tail();
        return state === 'live' || why === null ? [`its tail is ${state}, and does not say why`] : [];
      },
      heal: async () => server.network('well'),
    };
  },
};
