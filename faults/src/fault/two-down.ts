import { tailed } from '../play/scene.ts';
import type { Fault } from './fault.ts';

/** Two of three are down: nothing can be published, and every server says why its stream stands still. */
export const twoDown: Fault = {
  name: 'two-down',
  about: 'two of three members are down, then back: the stream stops, the status says why, and it goes on',
  holdMs: 8_000,
  gaps: 'none',
  inject: async (scene) => {
    const { stage, servers } = scene;
    const used = await tailed(scene, servers[0]);
    const victims = new Set([await stage.set.primary(), used]);
    for (const member of stage.set.members) if (victims.size < 2) victims.add(member);
    await Promise.all([...victims].map((member) => member.kill('SIGKILL')));
    return {
      must: async () => {
        const tails = await Promise.all(servers.map((server) => server.tail()));
        return tails
          .filter(({ state, why }) => state === 'live' || why === null)
          .map(({ state, member }) => `a tail of ${member} is ${state}, and does not say why nothing comes`);
      },
      heal: () => stage.heal(),
    };
  },
};
