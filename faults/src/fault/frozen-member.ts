import { type Scene, tailed } from '../play/scene.ts';
import type { Fault } from './fault.ts';
import type { Member } from '@ticker/mongo/embedded';

/**
 * Lines where a server still reads from a member, or is not well elsewhere. On the primary it is well too: the third member may
 * take its ticks from the very one that is ill, and be as late.
 */
export async function elsewhere({ servers }: Scene, member: Member): Promise<string[]> {
  const tails = await Promise.all(servers.map((server) => server.tail()));
  return tails
    .filter((tail) => tail.member === member.address || !['live', 'degraded'].includes(tail.state))
    .map(
      (tail) =>
        `a tail of ${tail.member} is ${tail.state} (${tail.why}), not well elsewhere than ${member.address}`,
    );
}

/** SIGSTOP: its connections stay open, and it says nothing any more. */
export const frozenMember: Fault = {
  name: 'frozen-member',
  about: 'SIGSTOP of the secondary that is read from, for 20 s',
  holdMs: 20_000,
  gaps: 'none',
  inject: async (scene) => {
    const member = await tailed(scene, scene.servers[0]);
    member.pause();
    return {
      must: () => elsewhere(scene, member),
      heal: async () => {
        member.resume();
        await scene.stage.settled();
      },
    };
  },
};

/** It answers, and is told apart from the others by its lag alone. */
export const laggingMember: Fault = {
  name: 'lagging-member',
  about: 'the secondary that is read from takes over nothing any more: it lags, and answers',
  holdMs: 16_000,
  gaps: 'none',
  inject: async (scene) => {
    const [server] = scene.servers;
    const member = await tailed(scene, server);
    const moves = await server.metric('ticker_tail_reopens_total', 'reason="member_lags"');
    await member.command({ configureFailPoint: 'rsSyncApplyStop', mode: 'alwaysOn' });
    return {
      must: async () => {
        const counted = await server.metric('ticker_tail_reopens_total', 'reason="member_lags"');
        const uncounted =
          counted > moves ? [] : ['the metrics do not count that a member was left since it lags'];
        return [...(await elsewhere(scene, member)), ...uncounted];
      },
      heal: () => member.command({ configureFailPoint: 'rsSyncApplyStop', mode: 'off' }).then(() => {}),
    };
  },
};

const STOPPED_MS = 200;
const RUNNING_MS = 50;

/** A machine that is too slow: of each quarter of a second it has fifty milliseconds. */
export const slowMember: Fault = {
  name: 'slow-member',
  about: 'the secondary that is read from runs a fifth of the time',
  holdMs: 10_000,
  gaps: 'none',
  inject: async (scene) => {
    const member = await tailed(scene, scene.servers[0]);
    let timer: NodeJS.Timeout;
    const stop = (): void => {
      member.pause();
      timer = setTimeout(go, STOPPED_MS);
    };
    const go = (): void => {
      member.resume();
      timer = setTimeout(stop, RUNNING_MS);
    };
    stop();
    return {
      heal: async () => {
        clearTimeout(timer);
        member.resume();
        await scene.stage.settled();
      },
    };
  },
};
