import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOptions } from '../../publisher/src/options.ts';
import { readConfig } from '../../server/src/config.ts';

// What deploy/kubernetes hands to the programs must be settings that they have, with values that they take.

const file = readFileSync(new URL('../../deploy/kubernetes/settings.env', import.meta.url), 'utf8');
const settings: Record<string, string> = Object.fromEntries(
  file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);
const uri = 'mongodb://a,b,c/?replicaSet=rs0';

test('the README explains each', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const unknown = Object.keys(settings).filter((name) => !readme.includes(`\`${name}\``));
  expect(unknown).toEqual([]);
});

test('the server takes them', () => {
  const config = readConfig({ ...settings, MONGODB_URI: uri });
  expect(config).toMatchObject({ TOPIC: 'finance.ticker', TRUST_PROXY: ['uniquelocal'] });
});

test('the publisher takes them, and what its manifest says', () => {
  const manifest = readFileSync(new URL('../../deploy/kubernetes/publisher.yaml', import.meta.url), 'utf8');
  const [program, ...args] = /args: \[(.*)\]/
    .exec(manifest)![1]!
    .split(/, (?=\S)/)
    .map((arg) => arg.replaceAll("'", ''));
  expect(program).toBe('publish');
  const before = process.env;
  process.env = { ...settings, MONGODB_URI: uri };
  try {
    expect(readOptions(['node', 'publish', ...args])).toMatchObject({ rate: 5, cappedSize: 16_777_216 });
  } finally {
    process.env = before;
  }
});
