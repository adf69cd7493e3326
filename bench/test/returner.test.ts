import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunningApp } from '../../server/test/running-app.ts';
import { FrameCache } from '../src/load/frame-cache.ts';
import { type Return, Returner } from '../src/load/returner.ts';
import { tickText } from '../src/load/tick-text.ts';
import { stampedTick } from '../src/measure/tick-stamp.ts';
import { plan } from '../src/resume/plan.ts';
import { findings } from '../src/resume/report.ts';

const RUN = 3;

describe('a client that comes back', () => {
  let app: RunningApp;
  let returner: Returner;
  let sequence: number;
  /** Another one before it is measured: ids must not come again. */
  let run: number;

  /** Appends ticks that are sent now. */
  const publish = (count: number) => {
    const ticks = Array.from({ length: count }, () =>
      stampedTick({ run, publisher: 0, sequence: sequence++ }),
    );
    app.hub.append(ticks.map((tick) => JSON.parse(tickText(tick))));
  };
  /** Publishes until it is live. */
  async function live(come: Promise<Return>): Promise<Return> {
    const timer = setInterval(() => publish(1), 2);
    return come.finally(() => clearInterval(timer));
  }

  beforeEach(async () => {
    app = await RunningApp.start({ capacity: 5_000 });
    [sequence, run] = [0, RUN - 1];
    returner = new Returner(`${app.url.replace('http', 'ws')}/ws`, new FrameCache());
    await live(returner.come());
    [sequence, run] = [0, RUN];
    returner.expect(RUN);
  });
  afterEach(async () => {
    returner.leave();
    await app.stop();
  });

  it('goes on where it was: nothing lost, nothing doubled', async () => {
    await live(new Promise((resolve) => setTimeout(() => resolve({} as Return), 50)));
    returner.leave();
    publish(2_000);
    const back = await live(returner.come());
    expect(back).toMatchObject({ resumed: true, gaps: 0 });
    expect(back.ticks).toBeGreaterThanOrEqual(2_000);
    expect(back.bytes).toBeGreaterThan(2_000 * 70);
    expect(returner.tally).toMatchObject({ doubled: 0 });
    await vi.waitFor(() => expect(returner.tally.lost([sequence])).toBe(0));
  });

  it('is told of a gap when the ring has overtaken it, and is live all the same', async () => {
    returner.leave();
    publish(6_000);
    const back = await live(returner.come());
    expect(back).toMatchObject({ resumed: false, gaps: 1 });
    expect(returner.tally.lost([sequence])).toBeGreaterThan(5_000);
  });

  it('gets nothing of what it missed when it has forgotten what it had', async () => {
    returner.leave();
    returner.forget();
    publish(2_000);
    const back = await live(returner.come());
    expect(back).toMatchObject({ resumed: false, gaps: 0 });
    expect(back.ticks).toBeLessThan(100);
  });
});

describe('the report', () => {
  const back = (rest: Partial<Return> = {}): Return => ({
    ms: 20,
    bytes: 2_048,
    ticks: 10,
    resumed: true,
    gaps: 0,
    ...rest,
  });
  const crowd = (anew: boolean, ms: number) => ({
    anew,
    returns: [back({ ms, resumed: !anew }), back({ ms: 5, resumed: !anew })],
    missed: { lost: anew ? 999 : 0, doubled: 0 },
    cpu: { server: 1 },
  });
  const report = (single: Return, lost = 0) =>
    findings({
      plan: plan({ level: 'quick' }),
      singles: { returns: [{ seconds: 60, returns: [back(), single] }], missed: { lost, doubled: 0 } },
      crowds: [crowd(false, 300), crowd(true, 100)],
    });

  it('says that nothing was missed, whatever those lack that came anew', () => {
    const { markdown, standings } = report(back());
    expect(standings[0]!.verdict).toBe('ahead');
    expect(markdown).toContain('of 4 returns 0 not resumed; 0 gaps, 0 ticks lost, 0 doubled');
    expect(markdown).toContain('takes 3.00 times as long (of 1 pair) as if all came anew');
  });

  it.each([
    ['a gap', report(back({ gaps: 1 }))],
    ['a return that was not resumed', report(back({ resumed: false }))],
    ['a lost tick', report(back(), 1)],
  ])('says so: %s', (_what, { standings }) => {
    expect(standings[0]!.verdict).toBe('behind');
  });
});
