import type { Fault } from './fault.ts';

/** Planned: the primary hands over. The second time it is another one: readers move on to the former primary, and back. */
export const stepDown: Fault = {
  name: 'step-down',
  about: 'the primary hands over, twice: readers move on to the former primary and back',
  holdMs: 2_000,
  gaps: 'none',
  inject: async ({ stage }) => {
    await stage.set.stepDown();
    return {
      heal: async () => {
        await stage.set.settled();
        await stage.set.stepDown();
      },
    };
  },
};
