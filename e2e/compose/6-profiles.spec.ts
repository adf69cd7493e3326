import { readFileSync } from 'node:fs';
import { docker } from './project.ts';
import { expect, test } from './test.ts';

interface Target {
  readonly expr: string;
}
interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly Target[];
}

const file = new URL('../../deploy/grafana/dashboards/ticker.json', import.meta.url);
const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] };
/** Alone they have nothing to say while all is well. */
const SILENT = new Set(['Gaps', 'Refusals', 'Reopened cursors']);

test('load: sockets through the proxy get every tick', async ({ project }) => {
  const run = ['--profile', 'load', 'run', '--rm', '--no-deps', '-T'];
  const ticks = project.compose(...run, 'load-ticks', 'publish', '--rate', '200', '--count', '1000');
  const out = await project.compose(
    ...run,
    'load',
    'load',
    '--url',
    'ws://proxy:8080/ws',
    '--sockets',
    '50',
    '--seconds',
    '5',
  );
  await ticks;
  expect(out).toMatch(/50 of 50 sockets opened, 0 were lost; \d{4,} ticks, 0 gaps/);
});

test('observability: Prometheus asks each server, and what the dashboard shows can be asked', async ({
  project,
}) => {
  await project.compose(
    '--profile',
    'observability',
    'up',
    '--detach',
    '--no-build',
    '--no-deps',
    'prometheus',
  );
  const url = `http://127.0.0.1:${process.env['PROMETHEUS_PORT']}/api/v1`;
  const servers = await project.containers('server');
  await expect.poll(() => up(url), { timeout: 60_000 }).toBe(servers.length);
  const { data } = await ask(`${url}/rules`);
  const rules = data.groups.flatMap((group: { rules: unknown[] }) => group.rules);
  expect(rules.length).toBeGreaterThan(8);

  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
  expect(queries.length).toBeGreaterThan(10);
  const wanting: string[] = [];
  // Rates take two scrapes.
  await expect
    .poll(
      async () => {
        wanting.length = 0;
        for (const { title, expr } of queries) {
          const query = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
          const { status, error, data } = await ask(`${url}/query?query=${encodeURIComponent(query)}`);
          if (status !== 'success') throw new Error(`${title}: ${error}`);
          if (data.result.length === 0 && !SILENT.has(title)) wanting.push(`${title}: ${expr}`);
        }
        return wanting;
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
  await docker('kill', await project.container('prometheus'));
});

async function up(url: string): Promise<number> {
  const { data } = await ask(`${url}/query?query=${encodeURIComponent('sum(up{job="ticker"})')}`);
  return Number(data?.result[0]?.value[1]);
}

async function ask(url: string): Promise<any> {
  const answer = await fetch(url).catch(() => undefined);
  return answer ? answer.json() : {};
}
