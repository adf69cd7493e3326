import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

// The image's door as the image has it: by a link, with its programs built.
const SCRIPT = fileURLToPath(new URL('../image/ticker.mjs', import.meta.url));

let folder: string;
let door: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticker-door-'));
  door = join(folder, 'ticker');
  symlinkSync(SCRIPT, door);
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function ticker(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [door, ...args], { env: { ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

it('help lists every program that the image has, and they are there', async () => {
  const { code, out, err } = await ticker(['help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const listed = [...out.matchAll(/^ {2}(\w+) +\S/gm)].map(([, name]) => name);
  expect(listed).toEqual([
    'server',
    'publish',
    'consume',
    'queue',
    'token',
    'roles',
    'init',
    'load',
    'secrets',
    'health',
  ]);
  const files = [...readFileSync(SCRIPT, 'utf8').matchAll(/'(\w+\/dist\/[^']+)'/g)].map(([, file]) => file!);
  expect(files).toHaveLength(8);
  for (const file of files) readFileSync(new URL(`../../${file}`, import.meta.url));
});

it.each(['serve', 'constructor', '-x'])(
  'names %s, which is no program, and tells which there are',
  async (name) => {
    const { code, out, err } = await ticker([name]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.split('\n')[0]).toBe(`ticker: there is no program "${name}"`);
    expect(err).toContain('  server   follows the topic');
  },
);

it('without a program says what it takes', async () => {
  const { code, err } = await ticker([]);
  expect(code).toBe(2);
  expect(err).toMatch(/^Usage: ticker <command>/);
});

it('hands arguments on, and the exit code back', async () => {
  const help = await ticker(['publish', '--help']);
  expect(help.code).toBe(0);
  expect(help.out).toContain('--tickers');
  const wrong = await ticker(['publish', '--nonsense'], { MONGODB_URI: 'mongodb://a' });
  expect(wrong.code).not.toBe(0);
  expect(wrong.err).toContain('--nonsense');
});

it('signs by a secret that is in a file', async () => {
  const file = join(folder, 'auth-secret');
  writeFileSync(file, `${'s'.repeat(43)}\n`);
  const { code, out, err } = await ticker(['token', '--sub', 'alice'], { AUTH_SECRET_FILE: file });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [header, payload, signature] = out.trim().split('.');
  const signed = createHmac('sha256', 's'.repeat(43)).update(`${header}.${payload}`).digest('base64url');
  expect(signature).toBe(signed);
});

it('ends with one line where a setting can not be read', async () => {
  const { code, out, err } = await ticker(['server'], { AUTH_SECRET_FILE: '/nowhere/secret' });
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: "ticker: AUTH_SECRET_FILE (/nowhere/secret) can't be read: ENOENT\n",
  });
});
