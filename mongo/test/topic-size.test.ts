import { expect, test } from 'vitest';
import { readOptions } from '../src/cli/size-options.ts';
import { sizeReport } from '../src/cli/size-report.ts';
import { tickBytes, topicSize } from '../src/topic-size.ts';

function report(args: string, env: NodeJS.ProcessEnv = {}): string {
  const options = readOptions(args.split(' '), env);
  return options ? sizeReport(options) : 'help';
}

test('a topic for ten minutes at 300 ticks a second', () => {
  // 300 × 630 × 1.25 + 128
  expect(topicSize({ rate: 300, seconds: 600, bytes: 96 })).toEqual({
    max: 236_378,
    sizeBytes: 22_692_352,
    oplogBytes: 236_378 * 499,
    backlogBytes: 236_378 * 230,
  });
});

test('the size is what the ticks take, rounded up to what mongod gives', () => {
  for (const bytes of [1, 67, 96, 1000]) {
    const { max, sizeBytes } = topicSize({ rate: 7, seconds: 3, bytes });
    expect(sizeBytes % 256).toBe(0);
    expect(sizeBytes - max * bytes).toBeGreaterThanOrEqual(0);
    expect(sizeBytes - max * bytes).toBeLessThan(256);
  }
});

test('a tick takes 64 bytes and its name', () => {
  expect([tickBytes('PIP'), tickBytes('X'.repeat(32))]).toEqual([67, 96]);
});

test('it prints the settings, the formula, and the command that resizes', () => {
  const text = report('--rate 300 --minutes 10', { TOPIC: 'test.ring' });
  for (const line of [
    'CAPPED_MAX=236378',
    'CAPPED_SIZE=22692352',
    'BACKLOG_MAX=236378',
    '300/s × (600 s + 30 s) × 1.25 + 128',
    'db.getSiblingDB("test").runCommand({collMod: "ring", cappedSize: 22692352, cappedMax: 236378})',
  ]) {
    expect(text).toContain(line);
  }
});

test('fractions of a tick and of a minute, and other documents', () => {
  expect(report('--rate 0.5 --minutes 0.5 --bytes 1000')).toContain('CAPPED_MAX=166\n  CAPPED_SIZE=166144\n');
});

test('a backlog is no larger than a server takes', () => {
  expect(report('--rate 20000 --minutes 60')).toContain('BACKLOG_MAX=10000000\n');
});

test.each([
  ['--minutes 10', '--rate is missing (npm run size -- --help)'],
  ['--rate 0 --minutes 10', '--rate must be a number above 0, not "0"'],
  ['--rate 1e3 --minutes 10', '--rate must be a number above 0, not "1e3"'],
  ['--rate 1 --minutes ten', '--minutes must be a number above 0, not "ten"'],
  ['--rate 1 --minutes 1 --bytes 0', '--bytes must be a number without a fraction, at least 1, not "0"'],
  [
    '--rate 1 --minutes 1 --topic ring',
    '--topic (TOPIC) must be database.collection, such as finance.ticker, not "ring"',
  ],
  [
    '--rate 20000 --minutes 99999',
    /^a capped collection holds up to 2147483647 ticks and 1125899906842624 bytes: /,
  ],
])('%s is refused', (args, message) => {
  expect(() => report(args)).toThrow(message);
});
