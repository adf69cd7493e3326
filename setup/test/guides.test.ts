import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OVERLAP } from '@ticker/protocol';
import { expect, test } from 'vitest';
import { HEADROOM, RETURN_SECONDS, topicSize } from '../../mongo/src/topic-size.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const GUIDES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'deploy/kubernetes/README.md',
  'docs/feed.md',
  'docs/metrics.md',
  'docs/mongodb-roles.md',
  'docs/mongodb-topics-and-queues.md',
  'docs/operating.md',
  'docs/queue.md',
  'docs/scaling.md',
  'mongo/README.md',
  'protocol/PROTOCOL.md',
  'protocol/README.md',
  'web/src/feed/README.md',
];

/** The anchors of a document's headings, as GitHub makes them. */
function anchors(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(GUIDES)('%s: its links within the repository lead somewhere', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(([, a, b]) => a ?? b!);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split('#') as [string, string?];
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchors(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('the operating guide says what to do at each alarm', () => {
  const alarms = [...read('deploy/prometheus/rules.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(alarms.length).toBeGreaterThan(0);
  const guide = read('docs/operating.md');
  expect(alarms.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  const told = [...guide.matchAll(/`(Ticker[A-Z]\w+)`/g)].map(([, name]) => name);
  expect(told.filter((name) => !alarms.includes(name))).toEqual([]);
});

test('the operating guide has the formula, and its example, of npm run size', () => {
  const guide = read('docs/operating.md');
  expect(guide).toContain(`rate × (seconds + ${RETURN_SECONDS}) × ${HEADROOM} + ${OVERLAP}`);
  const { max, sizeBytes } = topicSize({ rate: 300, seconds: 600, bytes: 96 });
  expect(guide).toContain(`cappedSize: ${sizeBytes}, cappedMax: ${max}`);
});
