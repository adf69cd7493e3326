import { once } from 'node:events';
import { request } from 'node:https';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { RunningApp } from '../running-app.ts';
import { SECRET, tokenOf } from '../auth/tokens.ts';

let app: RunningApp;
let tls: { cert: Buffer; key: Buffer };

beforeAll(async () => {
  const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  tls = { cert: Buffer.from(pem.cert), key: Buffer.from(pem.private) };
});
afterEach(async () => {
  await app.stop();
});

/** Headers of an answer by https, whose certificate is nobody's. */
async function secure(path: string, method = 'GET', body?: object) {
  const sent = request(`${app.url}${path}`, {
    method,
    rejectUnauthorized: false,
    agent: false,
    headers: { 'content-type': 'application/json' },
  });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  response.resume();
  return response;
}

describe('By http', () => {
  it('the policy lets a page at a LAN address fetch its own script: nothing is upgraded to https', async () => {
    app = await RunningApp.start();
    const { headers } = await fetch(`${app.url}/healthz`);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('refused, failed and missing answers have the headers too', async () => {
    app = await RunningApp.start({ auth: { secret: SECRET } });
    for (const path of ['/api/status', '/none']) {
      expect((await fetch(`${app.url}${path}`)).headers.get('content-security-policy')).not.toBeNull();
    }
  });
});

describe('By https', () => {
  it('answers with the certificate, asks for https from now on, and serves sockets', async () => {
    app = await RunningApp.start({ tls });
    expect(app.url).toMatch(/^https:/);
    const { statusCode, headers } = await secure('/healthz');
    expect(statusCode).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, { rejectUnauthorized: false });
    const [data] = await once(socket, 'message');
    expect(JSON.parse(String(data))).toMatchObject({ type: 'welcome' });
    socket.terminate();
  });

  it("a page's socket is of the same origin", async () => {
    app = await RunningApp.start({ tls });
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, {
      rejectUnauthorized: false,
      origin: app.url,
    });
    await once(socket, 'open');
    socket.terminate();
  });

  it('the cookie is for https alone', async () => {
    app = await RunningApp.start({ tls, auth: { secret: SECRET } });
    const { headers } = await secure('/api/session', 'POST', { token: await tokenOf() });
    expect(headers['set-cookie'][0]).toContain('Secure');
  });
});

describe('A page of another origin', () => {
  const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${app.url}${path}`, { headers });

  it('that is listed may read the API, with the cookie', async () => {
    app = await RunningApp.start({ allowedOrigins: ['https://desk.example'] });
    const { status, headers, body } = await ask('/api/stream', { origin: 'https://desk.example' });
    await body?.cancel();
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('https://desk.example');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
  });

  it('that is not listed may not, and is told by no header that it might', async () => {
    app = await RunningApp.start({ allowedOrigins: ['https://desk.example'] });
    for (const origin of ['https://evil.example', 'https://desk.example.evil.example', 'null', app.url]) {
      const { status, headers } = await ask('/api/stream', { origin });
      expect(status).toBe(403);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('without a list only the own origin may', async () => {
    app = await RunningApp.start();
    expect((await ask('/api/stream', { origin: 'https://evil.example' })).status).toBe(403);
    const own = await ask('/api/stream', { origin: app.url });
    await own.body?.cancel();
    expect(own.status).toBe(200);
  });
});
