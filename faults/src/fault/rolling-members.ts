import type { Fault } from './fault.ts';

/** Each member is told to end and comes back, the primary last, as when a set is upgraded. */
export const rollingMembers: Fault = {
  name: 'rolling-members',
  about: 'each member of the set is restarted in turn, the primary last',
  holdMs: 0,
  gaps: 'none',
  inject: async ({ stage: { set } }) => {
    const primary = await set.primary();
    for (const member of set.members) {
      if (member === primary) continue;
      await member.kill('SIGTERM');
      await member.start();
      await set.settled();
    }
    if ((await set.primary()) === primary) await set.stepDown();
    await primary.kill('SIGTERM');
    return { heal: () => primary.start().then(() => set.settled()) };
  },
};
