import { describe, expect, it } from 'vitest';
import { findPostgres } from '../src/postgres/programs.ts';
import { transactionsOf } from '../src/postgres-queue/pgbench.ts';
import { absent } from '../src/postgres-queue/report.ts';
import { plan } from '../src/queue-peers/plan.ts';

const QUICK = { level: 'quick' } as const;

describe('where there is no PostgreSQL', () => {
  it('one line says which ways were tried, and why each failed', async () => {
    const finding = findPostgres(() => {}, [
      ['PATH', async () => undefined],
      ['a package', async () => Promise.reject(new Error('apt says\nno network'))],
      ['another', async () => ({ bin: '/nowhere' })],
    ]);
    await expect(finding).rejects.toThrow(
      /^PostgreSQL is not to be had here: PATH: none; a package: no network; another: .*ENOENT$/,
    );
  });

  it('the report says so instead of figures', () => {
    const why = 'PostgreSQL is not to be had here: PATH: none';
    expect(absent([why])).toMatchObject({ markdown: `Not measured. ${why}.`, absent: [why] });
  });

  it('the peers that need it are left out, and no other', () => {
    const names = (postgres: boolean) => [
      ...new Set(plan(QUICK, postgres).heats.flatMap(({ contenders }) => contenders.map(({ way }) => way))),
    ];
    const left = names(false);
    const out = names(true).filter((way) => !left.includes(way));
    expect(out.toSorted()).toEqual(['graphileWorker', 'pgBoss', 'pgBossMany']);
    expect(left).toContain('agenda');
  });
});

describe("pgbench's rate", () => {
  it.each([
    ['of today', 'latency average = 1 ms\ntps = 12484.7 (without initial connection time)\n', 12_484.7],
    ['of before 14', 'tps = 9 (including connections)\ntps = 10.5 (excluding connections)\n', 10.5],
  ])('is the one without connecting: %s', (_name, output, rate) => {
    expect(transactionsOf(output)).toBe(rate);
  });

  it('is missed', () => {
    expect(() => transactionsOf('pgbench: error: connection refused')).toThrow('connection refused');
  });
});
