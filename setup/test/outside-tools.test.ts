import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Plain JavaScript, which has no types for us.
const load = (name: string) => import(new URL(`../${name}.mjs`, import.meta.url).href);
const { goTool } = await load('go-tool');
const { kubernetes } = await load('manifests');
const { findPromtool } = await load('promtool');
const { schemathesis } = await load('schemathesis');
const { Skipped } = await load('stages');
const { workflows } = await load('workflows');

/** On a bare machine: nothing on PATH, nothing in the cache. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticker-bare-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('TICKER_CACHE', folder);
  vi.stubEnv('PROMTOOL', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('schemathesis is skipped where there is no Python, and nothing is started for it', async () => {
  const stack = vi.fn();
  const error = await schemathesis(stack).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Skipped);
  expect(error.message).toBe('schemathesis needs Python 3.10 or later: there is no python3 here');
  expect(stack).not.toHaveBeenCalled();
});

it('promtool is skipped where there is neither it nor apt-get', async () => {
  const error = await findPromtool().catch((error: Error) => error);
  expect(error).toBeInstanceOf(Skipped);
  expect(error.message).toMatch(/^there is no promtool here, nor Debian's package: .*apt-get/);
});

it('a PROMTOOL that does not run is named, and not passed over', async () => {
  vi.stubEnv('PROMTOOL', join(folder, 'missing'));
  const error = await findPromtool().catch((error: Error) => error);
  expect(error).not.toBeInstanceOf(Skipped);
  expect(error.message).toBe(`PROMTOOL (${join(folder, 'missing')}) does not run here.`);
});

it.each([
  ['manifests', kubernetes, 'kubernetes-validate needs Python 3.8 or later: there is no python3 here'],
  ['workflows', workflows, 'check-jsonschema needs Python 3.11 or later: there is no python3 here'],
])('the check of the %s is skipped where there is no Python', async (_name, check, why) => {
  const error = await check().catch((error: Error) => error);
  expect(error).toBeInstanceOf(Skipped);
  expect(error.message).toBe(why);
});

it('a tool of Go is skipped where there is neither it nor Go', async () => {
  const wanted = { name: 'actionlint', version: 'v1.0.0', module: 'example.com/actionlint' };
  const error = await goTool(wanted).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Skipped);
  expect(error.message).toBe('there is no actionlint here, and no Go to build one');
});
