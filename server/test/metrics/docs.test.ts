import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';
import { alertsWithoutDatabase } from '../alerts/alerts-without-database.ts';
import { RunningApp } from '../running-app.ts';
import { Page } from './page.ts';

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const text = read('docs/metrics.md');

/** The rows of its tables: a metric's name, type and labels, and where it is measured. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| `ticker_'))
  .map((line) => {
    const [, name, type, labels, what] = line.split('|').map((cell) => cell.trim());
    return {
      name: name!.slice(1, -1),
      type: type!,
      labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
      linux: what!.includes('(Linux)'),
    };
  });

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await RunningApp.start({
    alerts: {
      ...alertsWithoutDatabase(new Hub(1, 0, { now: () => 0, after: () => {} })),
      report: async () => ({
        waiting: 1,
        running: 0,
        delayed: 0,
        dead: 0,
        foreign: 0,
        oldestMs: 1,
        finishedPerMinute: 0,
      }),
    },
    status: async () => ({ topic: { count: 1, sizeBytes: 1, max: 1, windowSeconds: 1 } }) as any,
    measured: {
      tail: {
        status: { state: 'live', member: 'a:1', gaps: 0, badDocuments: 0 } as any,
        reopens: new Map([['cursor_lost', 1]]),
        wake: 'told',
        members: [{ address: 'a:1', state: 'SECONDARY', lagMs: 0 }],
      },
      rate: { total: 1 } as any,
    },
  });
  page = await Page.of(app.url);
});
afterAll(async () => {
  await app.stop();
});

describe('docs/metrics.md', () => {
  it('has one row for each metric that there is, and none for others', () => {
    const here = rows.filter(({ linux }) => !linux || process.platform === 'linux');
    expect(here.map(({ name }) => name).toSorted()).toEqual([...page.types.keys()].toSorted());
  });

  it('names their types and labels', () => {
    for (const { name, type, labels } of rows) {
      if (!page.types.has(name)) continue;
      expect(type, name).toBe(page.types.get(name));
      const own = page.samples.filter(
        (sample) => sample.name.replace(/_(bucket|sum|count)$/, '') === name || sample.name === name,
      );
      // A garbage collection of each kind need not have been yet.
      if (own.length === 0) continue;
      const given = new Set(
        own.flatMap((sample) => Object.keys(sample.labels)).filter((label) => label !== 'le'),
      );
      expect(labels.toSorted(), name).toEqual([...given].toSorted());
    }
  });

  it.each([
    ['its queries', text.split('## Queries')[1]!, 4],
    ['the rules for Prometheus', read('deploy/prometheus/rules.yml'), 10],
    ['the dashboard of Grafana', read('deploy/grafana/dashboards/ticker.json'), 15],
  ])('and %s ask for nothing that there is not', (_where, queries, least) => {
    const asked = [...queries.matchAll(/\bticker_[a-z_]+/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThanOrEqual(least);
    for (const name of asked) {
      const base = name.replace(/_(bucket|sum|count)$/, '');
      expect(page.types.has(name) || page.types.get(base) === 'histogram', name).toBe(true);
    }
  });

  it('explains each value of a label that it lists', () => {
    const values = (label: string): string[] => [
      ...new Set(page.samples.flatMap(({ labels }) => (labels[label] === undefined ? [] : [labels[label]]))),
    ];
    const named = [...values('mode'), ...values('outcome'), ...values('transport')];
    const states = page.samples
      .filter(({ name }) =>
        [
          'ticker_tail_state',
          'ticker_tail_wake',
          'ticker_alerts_state',
          'ticker_alert_rules',
          'ticker_queue_jobs',
        ].includes(name),
      )
      .map(({ labels }) => labels['state']!);
    const reasons = page.samples
      .filter(({ name }) =>
        ['ticker_gaps_total', 'ticker_refusals_total', 'ticker_tail_reopens_total'].includes(name),
      )
      .map(({ labels }) => labels['reason']!);
    for (const value of [...named, ...states, ...reasons]) expect(text).toContain(`\`${value}\``);
  });
});
