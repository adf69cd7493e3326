import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningApp } from '../running-app.ts';

interface Operation {
  readonly summary?: string;
  readonly tags?: string[];
  readonly security?: object[];
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}
interface Schema {
  readonly required?: string[];
}
interface OpenApi {
  readonly openapi: string;
  readonly servers: object[];
  readonly tags: { name: string }[];
  readonly security?: object[];
  readonly paths: Record<string, Record<string, Operation>>;
}

let app: RunningApp;
let document: OpenApi;
let operations: [string, Operation][];

beforeAll(async () => {
  app = await RunningApp.start({ auth: { secret: 'a secret of at least thirty-two characters' } });
  document = (await (await fetch(`${app.url}/docs/json`)).json()) as OpenApi;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  );
});
afterAll(async () => {
  await app.stop();
});

describe('The OpenAPI document', () => {
  it('is of version 3.1, at the address where it was found', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: '/' }]);
  });

  it('has every route that is for other programs, and none of its own pages', () => {
    const paths = Object.keys(document.paths);
    for (const path of ['/api/status', '/api/stream', '/api/session', '/healthz', '/readyz']) {
      expect(paths).toContain(path);
    }
    expect(paths.filter((path) => path.startsWith('/docs') || path.includes('*'))).toEqual([]);
  });

  it('sorts every operation under a tag that it explains, and says what it is for', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const [name, operation] of operations) {
      expect(tags, name).toContain(operation.tags?.[0]);
      expect(operation.summary, name).toBeTruthy();
    }
  });

  it('describes every answer, with the one shape of errors', () => {
    for (const [name, { responses }] of operations) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description, `${name} ${status}`).not.toBe('Default Response');
        if (Number(status) < 400) continue;
        expect(content?.['application/json']?.schema.required, `${name} ${status}`).toEqual([
          'statusCode',
          'code',
          'error',
          'message',
        ]);
      }
    }
  });

  it('asks for a token everywhere under /api, but for making one a cookie', () => {
    expect(document.security).toEqual([{ bearer: [] }, { cookie: [] }]);
    const open = operations.filter(([, { security }]) => security?.length === 0).map(([name]) => name);
    expect(open.filter((name) => name.includes('/api/') && !name.includes('/api/session'))).toEqual([]);
    expect(open).toEqual(expect.arrayContaining(['get /healthz', 'get /readyz']));
  });

  it('asks for none on an open server', async () => {
    const open = await RunningApp.start();
    expect(await (await fetch(`${open.url}/docs/json`)).json()).not.toHaveProperty('security');
    await open.stop();
  });
});

describe('The page of the documents', () => {
  it('lets nothing run, and nothing be fetched, that is not the server’s own', async () => {
    const response = await fetch(`${app.url}/docs`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    // On a LAN address over http its scripts would be asked for by https.
    expect(policy).not.toMatch(/unsafe|https:|upgrade-insecure-requests/);
    expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/);
  });

  it('needs only what is there', async () => {
    const page = await (await fetch(`${app.url}/docs`)).text();
    const links = [...page.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect((await fetch(new URL(link, `${app.url}/docs`))).status, link).toBe(200);
  });
});
