import { findMongod } from '@ticker/mongo/embedded';
import type { Browser } from '@playwright/test';
import { Limits } from '@ticker/protocol';
import { test } from '../journey.ts';
import { leaveTheMachineTo } from '../low-priority.ts';
import { pastTicks } from '../past.ts';
import { type Measured, measure } from './measured.ts';
import { framesTable, heapTable, record } from './report.ts';

/** Seconds that each stream is watched. */
const SECONDS = Number(process.env['FRAMES_SECONDS'] ?? 20);
/**
 * So many seconds are a run about the heap, of one stream. The page then begins with as many bars of each length as it
 * keeps, and draws those of an hour: each second would add one of 1 s to the drawing, and of what is growing for
 * twenty minutes by design ten tell nothing.
 */
const LONG = SECONDS >= 300;

const fifty = Array.from({ length: 50 }, (_, n) => `T${String(n + 1).padStart(2, '0')}`).join(',');

const streams = [
  ['20 ticks/s', '--rate 20'],
  ['1 000 ticks/s', '--rate 1000'],
  ['5 000 ticks/s', '--rate 5000'],
  ['1 000 ticks/s of 50 tickers', `--rate 1000 --tickers ${fifty}`],
] as const;

/** How often each stream is watched: what else a machine does falls into one time, and not into the next. */
const TIMES = LONG ? 1 : 3;

const measured: [string, Measured[]][] = [];

test.beforeAll(({ browser }) => leaveTheMachineTo(browser));

test.describe.configure({ timeout: TIMES * (SECONDS + 60) * 2_000 });

for (const [name, args] of LONG ? [streams[1]] : streams) {
  test(name, async ({ stack, browser }) => {
    const publish = (): unknown => stack.publish(`${args} --seed 1`);
    if (LONG) {
      await stack.topic.insertMany(pastTicks({ count: Limits.history, every: 3600 }));
      // Only once the page has them: they are no longer the newest then.
      measured.push([name, [await measure(browser, `${stack.url}/?interval=1h`, SECONDS, publish)]]);
    } else {
      publish();
      measured.push([name, await measureOften(browser, stack.url)]);
    }
  });
}

async function measureOften(browser: Browser, url: string | null): Promise<Measured[]> {
  const runs: Measured[] = [];
  while (runs.length < TIMES) runs.push(await measure(browser, url, SECONDS));
  return runs;
}

// What the machine gives to any page while it does all the rest.
if (!LONG) {
  test('a single number, beside 1 000 ticks/s', async ({ stack, browser }, { title }) => {
    stack.publish('--rate 1000 --seed 1');
    await stack.topic.grows(2_000);
    measured.push([title, await measureOften(browser, null)]);
  });
}

test.afterAll(async ({ browser }) => {
  if (measured.length === 0) return;
  const words = framesTable(measured);
  console.log(`\n${words}\n`);
  const long = LONG ? heapTable(measured[0]![1][0]!) : undefined;
  if (long) console.log(`${long}\n`);
  if (!process.env['FRAMES_RECORD']) return;
  const setting = {
    browser: browser.version(),
    mongod: (await findMongod({ log: console.log })).version,
    seconds: SECONDS,
    command: `FRAMES_RECORD=1 FRAMES_SECONDS=${SECONDS} npm run frames -w e2e`,
  };
  await (long ? record('heap', `${words}\n\n${long}`, setting) : record('frames', words, setting));
});
