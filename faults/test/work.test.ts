import { describe, expect, it } from 'vitest';
import { judgeAlerts } from '../src/work/judge-alerts.ts';
import { judgeJobs } from '../src/work/judge-jobs.ts';

const job = (payload: number, over: object = {}) => ({
  key: `job ${payload}`,
  payload,
  endTime: new Date(100),
  ...over,
});
const runs = [
  { payload: 1, at: 50 },
  { payload: 2, at: 60 },
];
const keys = new Set(['job 1', 'job 2']);

describe('Jobs', () => {
  it('that are finished once have nothing wrong, be it after two runs', () => {
    expect(judgeJobs(keys, [job(1), job(2)], [], [...runs, { payload: 1, at: 80 }])).toEqual([]);
  });

  it.for([
    ['lost', [job(1)], [], runs, 'job 2: enqueued, and lost'],
    ['doubled', [job(1), job(2)], [job(2, { lastError: 'x' })], runs, 'job 2: there 2 times'],
    ['left', [job(1), job(2, { endTime: null })], [], runs, 'job 2: neither finished nor dead'],
    ['dead for nothing', [job(1)], [job(2)], runs, 'job 2: dead without a reason'],
    [
      'run again',
      [job(1), job(2)],
      [],
      [...runs, { payload: 1, at: 101 }],
      'job 1: run again after it was finished',
    ],
    ['finished unrun', [job(1), job(2)], [], [runs[0]!], 'job 2: finished, and never run'],
  ] as const)('one that is %s is seen', ([, jobs, dead, began, line]) => {
    expect(judgeJobs(keys, jobs, dead, began)).toEqual([`jobs: ${line}`]);
  });
});

describe('Alerts', () => {
  const fired = [
    { id: 'a', webhook: true },
    { id: 'b', webhook: false },
  ];
  const dashboard = (...connections: { alerts: string[]; listed: string[] }[]) => [
    { name: 'd', connections },
  ];
  const both = dashboard({ alerts: ['a'], listed: [] }, { alerts: ['b'], listed: ['a'] });
  const post = (id: string, key: string, taken = true) => ({ id, key, taken });

  it('that all were told of have nothing wrong, be it after a refusal', () => {
    expect(judgeAlerts(fired, both, [post('a', 'k', false), post('a', 'k')])).toEqual([]);
  });

  it.for([
    ['untold', dashboard({ alerts: ['a'], listed: [] }), [post('a', 'k')], 'd was not told of b'],
    [
      'told twice',
      dashboard({ alerts: ['a', 'b', 'a'], listed: [] }),
      [post('a', 'k')],
      'd was told of an alert twice',
    ],
    [
      'invented',
      dashboard({ alerts: ['a', 'b', 'c'], listed: [] }),
      [post('a', 'k')],
      'd was told of c, which never fired',
    ],
    ['not sent', both, [post('a', 'k', false)], 'the webhook did not get a'],
    ['sent by two keys', both, [post('a', 'k'), post('a', 'l')], 'the webhook got a by 2 keys'],
    ['sent by the key of another', both, [post('a', 'k'), post('b', 'k')], '2 alerts came by the key k'],
    ['sent for nothing', both, [post('a', 'k'), post('c', 'l')], 'the webhook got c, which never fired'],
  ] as const)('one that is %s is seen', ([, dashboards, posts, line]) => {
    expect(judgeAlerts(fired, dashboards, posts)).toEqual([`alerts: ${line}`]);
  });
});
