import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// docker-compose.yml hands settings on by name: one that it does not name is ignored in silence, whatever .env says.

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const compose = read('docker-compose.yml');
/** Those that the README's table lists. */
const settings = read('README.md')
  .split('## Settings')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!));

/** What containers, the proxy and the folders of secrets decide. */
const FIXED = new Set([
  'MONGODB_URI',
  'PORT',
  'HOST',
  // By a file, so that no environment shows it.
  'AUTH_SECRET',
  // The proxy's affair.
  'TLS_CERT',
  'TLS_KEY',
  // A file of the container's: mount it, and name it, in a compose.override.yaml.
  'AUTH_JWKS_FILE',
]);

test('the server gets every setting of the README from the environment of docker compose', () => {
  expect(settings.length).toBeGreaterThan(20);
  const server = /\n {2}server:\n(.*?)\n {2}\w/s.exec(compose)![1]! + /\nx-topic:.*?\n\n/s.exec(compose)![0];
  const missing = settings.filter((name) => !FIXED.has(name) && !server.includes(`${name}: \${${name}:-`));
  expect(missing).toEqual([]);
});
