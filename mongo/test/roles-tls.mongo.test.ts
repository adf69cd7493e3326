import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@ticker/mongo';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Program } from '../../publisher/test/program.ts';
import { ServerProcess } from '../../server/test/server-process.ts';
import { RolesSet, TOPIC } from './roles-set.ts';

// The members take nothing but TLS, from us and from each other.

const folder = mkdtempSync(join(tmpdir(), 'ticker-tls-'));
const ca = join(folder, 'ca.pem');
const members = join(folder, 'members.pem');
let roles: RolesSet;

beforeAll(async () => {
  const { private: key, cert } = await certificate();
  writeFileSync(ca, cert);
  writeFileSync(members, key + cert, { mode: 0o600 });
  roles = await RolesSet.start({
    args: [
      '--tlsMode=requireTLS',
      `--tlsCertificateKeyFile=${members}`,
      `--tlsCAFile=${ca}`,
      '--tlsAllowConnectionsWithoutCertificates',
    ],
    query: { tls: 'true', tlsCAFile: ca },
  });
  await roles.prepare();
});
afterAll(async () => {
  await roles?.stop();
  rmSync(folder, { recursive: true });
});

/** One that its own authority signed: itself. */
function certificate(): ReturnType<typeof generate> {
  return generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
}

test('publisher and server work over TLS with SCRAM, the tail of a single member included', async () => {
  const uri = roles.uriOf('tickerServer');
  expect(uri).toContain('tls=true');
  const server = await ServerProcess.start({ MONGODB_URI: uri, TOPIC });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const publisher = new Program('main', roles.uriOf('tickerPublisher'), '--count 20 --rate 1000');
  expect(await publisher.exit()).toBe(0);
  await vi.waitFor(
    async () =>
      expect(await server.status()).toMatchObject({
        tail: { state: 'live', memberState: 'SECONDARY' },
        backlog: { size: 20 },
      }),
    { timeout: 10_000 },
  );
});

test.for([
  ['without TLS', (uri: string) => uri.replace('&tls=true', '').replace(/&tlsCAFile=[^&]*/, '')],
  [
    'with a certificate of an authority that is not trusted',
    (uri: string) => uri.replace(/&tlsCAFile=[^&]*/, ''),
  ],
] as const)('%s a program ends with one line that names the hosts, not the password', async ([, spoil]) => {
  const uri = `${spoil(roles.uriOf('tickerServer'))}&serverSelectionTimeoutMS=1000`;
  const failure = connect(uri, 'test').catch((error: Error) => error.message);
  const { code, output } = await ServerProcess.failing({ MONGODB_URI: uri, TOPIC });
  expect(code).toBe(1);
  const { address } = roles.set.members[0]!;
  expect(output).toMatch(new RegExp(`^ticker: no MongoDB answers at [^\\n]*${address}[^\\n]*\\n$`));
  for (const text of [output, await failure]) {
    expect(text).not.toContain(roles.password);
    expect(text).not.toContain(encodeURIComponent(roles.password));
  }
});
