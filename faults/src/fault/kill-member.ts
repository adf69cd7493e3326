import type { Member } from '@ticker/mongo/embedded';
import { type Scene, tailed } from '../play/scene.ts';
import type { Fault } from './fault.ts';

/** SIGKILL of a member, which comes back after a while. */
function kill(name: string, about: string, choose: (scene: Scene) => Promise<Member>): Fault {
  return {
    name,
    about,
    holdMs: 5_000,
    gaps: 'none',
    inject: async (scene) => {
      const victim = await choose(scene);
      await victim.kill('SIGKILL');
      return {
        must: async () => {
          const tails = await Promise.all(scene.servers.map((server) => server.tail()));
          return tails
            .filter(({ member, state }) => member === victim.address || !['live', 'degraded'].includes(state))
            .map(
              ({ member, state, why }) => `a tail of ${member} is ${state} (${why}), not elsewhere and live`,
            );
        },
        heal: () => scene.stage.heal(),
      };
    },
  };
}

export const killTailed = kill('kill-tailed', 'SIGKILL of the secondary that is read from', (scene) =>
  tailed(scene, scene.servers[0]),
);

export const killOther = kill(
  'kill-other',
  'SIGKILL of the secondary that is not read from',
  async (scene) => {
    const used = await tailed(scene, scene.servers[0]);
    const secondaries = await scene.stage.set.secondaries();
    return secondaries.find((member) => member !== used) ?? used;
  },
);

export const killPrimary = kill('kill-primary', 'SIGKILL of the primary: an election', ({ stage }) =>
  stage.set.primary(),
);
