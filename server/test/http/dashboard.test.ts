import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningApp } from '../running-app.ts';

const SCRIPT = `document.title = ${JSON.stringify('price '.repeat(500))};`;
const PAGE = '<!doctype html><title>Ticker</title><script src="/assets/app-1a2b.js"></script>';

let folder: string;
let app: RunningApp;

beforeEach(async () => {
  // "assets" above it, too: what is cached for ever goes by the place in the dashboard, not by where that is installed.
  folder = join(await mkdtemp(join(tmpdir(), 'dashboard-')), 'assets', 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const script = join(folder, 'assets', 'app-1a2b.js');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  app = await RunningApp.start({ dashboard: folder });
});

afterEach(async () => {
  await app.stop();
  await rm(join(folder, '../..'), { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  /** As it was sent, before any decoding. */
  readonly body: Buffer;
}

/** One request of a file, with these headers and no others: `fetch` adds some that decide what is sent. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = request(`${app.url}${path}`, { headers, agent: false }).end();
  const [message] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: message.statusCode, headers: message.headers, body: await buffer(message) };
}

describe('What was compressed at build time', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
  ])('is sent as %s to who accepts %s', async (encoding, accepted, decode) => {
    const { headers, body } = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    expect(String(decode(body))).toBe(SCRIPT);
  });

  it('is kept apart by caches: each form has its ETag, and all vary by what is accepted', async () => {
    const forms = ['br', 'gzip', 'identity'];
    const answers = await Promise.all(
      forms.map((form) => get('/assets/app-1a2b.js', { 'accept-encoding': form })),
    );
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(forms.length);
    for (const { headers } of answers) expect(headers.vary).toMatch(/accept-encoding/i);
  });

  it('is not missed where there is none: the file is sent as it is', async () => {
    const answer = await get('/favicon.svg', { 'accept-encoding': 'br, gzip' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(String(answer.body)).toContain('<svg');
  });
});

describe('Caches', () => {
  it('keep an asset for a year without asking: its name changes with it', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get('/assets/app-1a2b.js', { 'accept-encoding': encoding });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each(['/', '/index.html', '/favicon.svg'])('ask each time for %s, whose name stays', async (path) => {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it.each(['/', '/assets/app-1a2b.js'])('are told in no byte of body that %s is the same', async (path) => {
    const first = await get(path);
    const etag = first.headers.etag!;
    const again = await get(path, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.headers.etag).toBe(etag);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
    expect(String(again.body)).toBe('');
  });

  it('get the next version of the page at once', async () => {
    const etag = (await get('/')).headers.etag!;
    const next = PAGE.replace('1a2b', '3c4d').replace('Ticker', 'Ticker, anew');
    await writeFile(join(folder, 'index.html'), next);
    const answer = await get('/', { 'if-none-match': etag });
    expect(answer.status).toBe(200);
    expect(String(answer.body)).toBe(next);
  });

  it('do not keep for a year that an asset is missing, as while a new version is rolled out', async () => {
    const answer = await get('/assets/app-9z9z.js');
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control'] ?? '').not.toMatch(/max-age|immutable/);
  });
});
