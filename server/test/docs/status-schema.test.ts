import type { TailStatus, TopicStats } from '@ticker/mongo';
import { Check } from 'typebox/schema';
import { afterEach, expect, it } from 'vitest';
import { StatusSchema } from '../../src/http/status-schema.ts';
import { Hub } from '../../src/hub/hub.ts';
import { Rate } from '../../src/rate.ts';
import { Sessions } from '../../src/session/sessions.ts';
import { statusOf } from '../../src/status.ts';

const live: TailStatus = {
  state: 'live',
  why: null,
  member: '127.0.0.1:27017',
  memberState: 'SECONDARY',
  lagMs: 0,
  reopens: 1,
  gaps: 0,
  badDocuments: 2,
};
const lost: TailStatus = {
  ...live,
  state: 'disconnected',
  why: 'no member answers',
  member: null,
  memberState: null,
  lagMs: null,
};
const sessions = new Sessions();
afterEach(() => sessions.drain());

/** The status of a process that holds so many ticks. */
function status(tail: TailStatus, topic: Partial<TopicStats> | undefined, ticks: number): Promise<unknown> {
  const hub = new Hub(10, 0, { now: () => 0, after: () => {} });
  const rate = new Rate(() => 0);
  for (let n = 0; n < ticks; n++) hub.append([{ id: `t${n}`, time: n, ticker: 'PIP', price: n }]);
  rate.add(ticks);
  const topicStats = () => Promise.resolve(topic as TopicStats | undefined);
  return statusOf({ hub, sessions, rate, version: '1.0.0', topicStats, tail: () => tail })();
}

it.each([
  ['live', live, { count: 100, sizeBytes: 9_000, max: 100_000, maxBytes: 16_777_216 }, 3],
  ['bounded in bytes only', live, { count: 100, sizeBytes: 9_000, max: Infinity, maxBytes: 16_777_216 }, 3],
  ['empty', live, { count: 0, sizeBytes: 0, max: 10, maxBytes: 4096 }, 0],
  ['cut off from its database', lost, undefined, 0],
] as const)('the status of a process that is %s is as its schema says', async (_name, tail, topic, ticks) => {
  expect(Check(StatusSchema, await status(tail, topic, ticks))).toBe(true);
});

it('its schema takes no state that there is not', async () => {
  expect(Check(StatusSchema, await status({ ...live, state: 'asleep' as 'live' }, undefined, 0))).toBe(false);
});
