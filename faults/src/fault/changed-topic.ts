import type { Fault } from './fault.ts';

/** Another collection of the same name, in one step and under load: ids of the old one mean nothing any more. */
export const recreatedTopic: Fault = {
  name: 'recreated-topic',
  about: 'the topic is dropped and made anew under load',
  holdMs: 3_000,
  gaps: 'owed',
  overwrites: true,
  inject: async ({ topic, ring, servers }) => {
    const before = await Promise.all(servers.map((server) => server.tail()));
    await topic.recreate(ring);
    return {
      heal: async () => {},
      recovered: async () => {
        const tails = await Promise.all(servers.map((server) => server.tail()));
        return tails.every(({ gaps }, index) => gaps > before[index]!.gaps);
      },
    };
  },
};

/** Larger, and back: no tick is dropped by it. */
export const resizedTopic: Fault = {
  name: 'resized-topic',
  about: 'the topic is resized by collMod under load, and back',
  holdMs: 3_000,
  gaps: 'none',
  inject: async ({ topic, ring }) => {
    await topic.resize({ max: 2 * ring.max, bytes: 2 * ring.bytes });
    return { heal: () => topic.resize(ring) };
  },
};
