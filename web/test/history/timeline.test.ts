import { expect, test } from 'vitest';
import { CandleFailure, type CandleQuery } from '../../src/history/candle-api.ts';
import { PAGE, Timeline } from '../../src/history/timeline.ts';
import type { Bar } from '../../src/store/bar.ts';
import { BARS_MAX, Series } from '../../src/store/series.ts';
import { seconds } from './bars.ts';

/** A question under way. */
interface Question {
  readonly query: CandleQuery;
  readonly signal: AbortSignal;
  readonly answer: (bars: Bar[]) => void;
  readonly fail: (error: Error) => void;
}

/** A timeline over a series whose questions the test answers. */
function make(
  live: Series | undefined = new Series(1),
  now?: () => number,
): {
  timeline: Timeline;
  questions: Question[];
  show: (series: Series) => void;
} {
  const questions: Question[] = [];
  let shown = live;
  const timeline = new Timeline({
    ticker: 'PIP',
    interval: '1s',
    live: () => shown,
    ...(now && { now }),
    ask: (query, signal) =>
      new Promise((answer, fail) => {
        questions.push({ query, signal, answer, fail });
      }),
  });
  return { timeline, questions, show: (series) => (shown = series) };
}

/** Once all that is settled has been told. */
function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

function lived(from: number, to: number): Series {
  const series = new Series(1);
  for (let second = from; second < to; second++) series.add(second * 1000, 1);
  return series;
}

test('the newest are asked for first, beyond those that are live; then older ones, one question at a time', async () => {
  const { timeline, questions } = make(lived(990, 1000));
  timeline.older();
  timeline.older();
  expect(questions.map(({ query }) => query)).toEqual([{ ticker: 'PIP', interval: '1s', limit: PAGE + 10 }]);
  expect(timeline.state().status).toBe('loading');
  questions[0]!.answer(seconds(690, 1000));
  await settled();
  timeline.older();
  expect(questions[1]!.query).toEqual({ ticker: 'PIP', interval: '1s', to: 690, limit: PAGE });
  questions[1]!.answer(seconds(390, 690));
  await settled();
  expect(timeline.look().map(({ time }) => time)).toEqual(seconds(390, 1000).map(({ time }) => time));
});

test('an answer shorter than asked for is the begin of the topic', async () => {
  const { timeline, questions } = make(lived(5, 8));
  timeline.older();
  questions[0]!.answer(seconds(2, 8));
  await settled();
  expect(timeline.state().status).toBe('begun');
  timeline.older();
  expect(questions.length).toBe(1);
});

test('a failure is told, and nothing asked again until somebody says so', async () => {
  const { timeline, questions } = make(lived(5, 8));
  timeline.older();
  questions[0]!.fail(new CandleFailure('too many'));
  await settled();
  expect(timeline.state()).toEqual({ status: 'failed', said: 'too many' });
  timeline.older();
  expect(questions.length).toBe(1);
  timeline.again();
  expect(questions.length).toBe(2);
  questions[1]!.fail(new TypeError('a fault of ours'));
  await settled();
  expect(timeline.state()).toEqual({ status: 'failed', said: null });
});

test('closed, it ends what is under way and takes no answer', async () => {
  const { timeline, questions } = make(lived(5, 8));
  timeline.older();
  timeline.close();
  expect(questions[0]!.signal.aborted).toBe(true);
  questions[0]!.answer(seconds(0, 8));
  await settled();
  expect([timeline.look().length, timeline.state().status]).toEqual([3, 'idle']);
});

test('while one looks back, nothing is lost that the live bars give up', async () => {
  const series = lived(5, 8);
  const { timeline, questions } = make(series);
  timeline.older();
  questions[0]!.answer(seconds(0, 8));
  await settled();
  timeline.setFollowing(false);
  for (let second = 8; second < 5000; second++) {
    series.add(second * 1000, 1);
    if (second % 100 === 0) timeline.look();
  }
  expect(timeline.look()).toEqual(seconds(0, 5000));
});

test('at the newest bars memory is bounded, and older ones are asked for again', async () => {
  const series = lived(5, 8);
  const { timeline, questions } = make(series);
  timeline.older();
  questions[0]!.answer(seconds(0, 8));
  await settled();
  for (let second = 8; second < 10_000; second++) {
    series.add(second * 1000, 1);
    if (second % 100 === 0) timeline.look();
  }
  const bars = timeline.look();
  expect(bars.length).toBeLessThan(2000 + BARS_MAX + 300);
  await settled();
  expect(timeline.state().status).toBe('idle');
  timeline.older();
  expect(questions.at(-1)!.query).toMatchObject({ to: bars[0]!.time, limit: PAGE });
});

test('bars that nobody has seen come and go, as in a hidden tab, are asked for', async () => {
  const series = lived(5, 8);
  const { timeline, questions } = make(series);
  timeline.older();
  questions[0]!.answer(seconds(0, 8));
  await settled();
  timeline.look();
  for (let second = 8; second < 5000; second++) series.add(second * 1000, 1);
  expect(timeline.look()).toEqual(series.bars);
  await settled();
  timeline.older();
  expect(questions.at(-1)!.query.to).toBeUndefined();
});

test('the bar that was growing at the answer is asked for once more when it is over', async () => {
  const series = lived(5, 8);
  const { timeline, questions } = make(series);
  timeline.older();
  questions[0]!.answer(seconds(0, 8));
  await settled();
  // On its way when the server answered, which had counted it.
  series.add(7900, 1);
  timeline.look();
  expect(questions.length).toBe(1);
  series.add(8000, 1);
  expect(timeline.look()[7]).toMatchObject({ count: 2 });
  expect(questions[1]!.query).toMatchObject({ to: 8, limit: 1 });
  questions[1]!.answer(seconds(7, 8));
  await settled();
  expect(timeline.look().map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(timeline.state().status).toBe('begun');
});

test('what is newer than a view that is held is left out', async () => {
  const { timeline, questions, show } = make(lived(5, 8));
  show(lived(5, 8).copy());
  timeline.older();
  questions[0]!.answer(seconds(0, 12));
  await settled();
  expect(timeline.look().at(-1)!.time).toBe(7);
});

test('a view that is held is another series of the same bars; gone on, its last bar is completed again', async () => {
  const series = lived(5, 8);
  const { timeline, questions, show } = make(series);
  show(series.copy());
  timeline.older();
  series.add(7500, 9);
  questions[0]!.answer([...seconds(0, 7), { ...seconds(7, 8)[0]!, count: 2, high: 9, close: 9 }]);
  await settled();
  expect(timeline.look().length).toBe(8);
  show(series);
  timeline.look();
  await settled();
  expect(questions.length).toBe(2);
  questions[1]!.answer([...seconds(0, 7), { ...seconds(7, 8)[0]!, count: 2, high: 9, close: 9 }]);
  await settled();
  expect(timeline.look().at(-1)).toMatchObject({ time: 7, count: 2 });
});

test('a screen wide enough to show more than is usually kept keeps what it shows', async () => {
  const { timeline, questions } = make(lived(9990, 10_000));
  const inSight = 3000;
  timeline.setFollowing(true, inSight);
  timeline.older();
  for (let asked = 0; timeline.look().length < inSight && asked < 50; asked++) {
    const { to = 10_000, limit } = questions[asked]!.query;
    questions[asked]!.answer(seconds(to - limit, to));
    await settled();
    timeline.look();
    timeline.older();
  }
  expect(timeline.look().length).toBeGreaterThanOrEqual(inSight);
  expect(questions.length).toBeLessThanOrEqual(inSight / PAGE + 2);
});

test('a view that is held keeps its last bar as it was, whatever the server has got since', async () => {
  const { timeline, questions, show } = make();
  show(lived(5, 8).copy());
  timeline.older();
  questions[0]!.answer([...seconds(0, 7), { ...seconds(7, 8)[0]!, count: 5, high: 9, close: 9 }]);
  await settled();
  expect(timeline.look()).toEqual(seconds(0, 8));
});

test('where the question after a hold fails, its bar is completed once it is asked again', async () => {
  const series = lived(5, 8);
  const { timeline, questions, show } = make(series);
  show(series.copy());
  timeline.older();
  questions[0]!.answer(seconds(0, 8));
  await settled();
  show(series);
  timeline.look();
  await settled();
  questions[1]!.fail(new CandleFailure('busy'));
  await settled();
  timeline.look();
  await settled();
  expect([questions.length, timeline.state().status]).toEqual([2, 'failed']);
  timeline.again();
  timeline.look();
  await settled();
  expect(questions.length).toBe(3);
  expect(questions[2]!.query.to).toBeUndefined();
  questions[2]!.answer([...seconds(0, 7), { ...seconds(7, 8)[0]!, count: 4 }]);
  await settled();
  expect(timeline.look().at(-1)).toMatchObject({ time: 7, count: 4 });
  timeline.look();
  await settled();
  expect(questions.length).toBe(3);
});

test('a bar far in the future does not end the present one', async () => {
  const series = lived(5, 8);
  series.add(9_000_000, 1);
  const future = series.bars.at(-1)!;
  const { timeline, questions } = make(series, () => 7500);
  timeline.older();
  questions[0]!.answer([...seconds(0, 8), future]);
  await settled();
  series.add(7900, 1);
  timeline.look();
  expect(questions.length).toBe(1);
  series.add(8000, 1);
  timeline.look();
  // That of the present, and the one ahead, for which nobody knows either.
  expect(questions[1]!.query).toMatchObject({ to: 9001, limit: 2 });
  questions[1]!.answer([...seconds(7, 8), future]);
  await settled();
  expect(timeline.look()[7]).toMatchObject({ time: 7, count: 1 });
});
