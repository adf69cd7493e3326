import { FrameTrace, inWords } from '../frame-trace.ts';
import { expect, test } from '../journey.ts';

/** Ticks a second, and how many in all. */
const RATE = 1_000;
const COUNT = 10 * RATE;

test(`${COUNT} ticks at ${RATE} a second: each is handed on, in order, and the page keeps up`, async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  const since = await dashboard.now();
  const trace = await FrameTrace.begin(dashboard.page);
  const publisher = stack.publish(`--rate ${RATE} --count ${COUNT} --seed 8`);
  expect(await publisher.exit()).toBe(0);
  const frames = await trace.end();

  const ids = await stack.topic.ids();
  expect(ids).toHaveLength(COUNT);
  await dashboard.gets(ids);
  await expect(dashboard.price).toHaveAttribute('data-id', ids.at(-1)!);
  await expect.poll(() => dashboard.shown()).toEqual(ids.slice(-50).toReversed());
  await expect(dashboard.gapNote).toBeHidden();
  const states = (await dashboard.states(since)).map(({ status }) => status);
  expect(states[0]).toBe('live');
  // Whoever falls behind by a whole ring is told of a gap, and who takes nothing for 10 s is hung up on.
  expect(states.filter((status) => status !== 'live' && status !== 'stale')).toEqual([]);
  // No time is promised of a machine that does other things too: `npm run frames -w e2e` measures it in quiet.
  console.log(`${RATE} ticks/s, ${inWords(frames)}`);
});
