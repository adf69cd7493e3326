import { afterEach, describe, expect, it } from 'vitest';
import { RunningApp, type RunningAppOptions } from '../running-app.ts';
import { Page } from './page.ts';
import { complaints } from './conventions.ts';

let app: RunningApp;

afterEach(async () => {
  await app.stop();
});

async function start(options: RunningAppOptions = {}): Promise<void> {
  app = await RunningApp.start(options);
}

const topic = { count: 1_200, sizeBytes: 96_000, max: 5_000, windowSeconds: 80.5 };

/** What `/api/status` tells, of which the metrics take the topic. */
function statusWith(
  numbers: typeof topic | { max: null; windowSeconds: null; count: number; sizeBytes: number },
) {
  return async () => ({ topic: numbers }) as Awaited<ReturnType<NonNullable<RunningAppOptions['status']>>>;
}

describe('GET /metrics', () => {
  it("answers in Prometheus' text format, without a token also where one is asked for", async () => {
    await start({ auth: { secret: 'a secret of at least thirty-two bytes' } });
    const response = await fetch(`${app.url}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = new Page(await response.text());
    expect(page.value('ticker_build_info', { version: '0.0.0', node: process.version })).toBe(1);
  });

  it('is within the limit of requests', async () => {
    await start({ limits: { connectionsPerAddress: 0, connectionsMax: 100, requestsPerMinute: 2 } });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await fetch(`${app.url}/metrics`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('answers two at once with the same', async () => {
    await start({ status: statusWith(topic) });
    app.publish(7);
    const pages = await Promise.all([Page.of(app.url), Page.of(app.url), Page.of(app.url)]);
    for (const page of pages) {
      expect(page.value('ticker_ticks_received_total')).toBe(7);
      expect(page.value('ticker_topic_ticks')).toBe(1_200);
      expect([...page.types]).toEqual([...pages[0]!.types]);
      // What some collectors begin anew at every scrape would show here.
      for (const { name, value } of page.samples) expect(value, name).toBeGreaterThanOrEqual(0);
    }
  });

  it('is in the OpenAPI document as text that needs no token', async () => {
    await start();
    const document = (await (await fetch(`${app.url}/docs/json`)).json()) as any;
    const { get } = document.paths['/metrics'];
    expect(get).toMatchObject({ tags: ['process'], security: [] });
    expect(get.responses['200'].content).toHaveProperty('text/plain');
    expect(Object.keys(get.responses)).toEqual(['200', '429']);
  });
});

describe("The topic's numbers", () => {
  it('come with the status', async () => {
    await start({ status: statusWith(topic) });
    const page = await Page.of(app.url);
    expect(page.value('ticker_topic_ticks')).toBe(1_200);
    expect(page.value('ticker_topic_size_bytes')).toBe(96_000);
    expect(page.value('ticker_topic_capacity_ticks')).toBe(5_000);
    expect(page.value('ticker_topic_window_seconds')).toBe(80.5);
  });

  it('that are not known are left out, and not 0', async () => {
    await start({ status: statusWith({ count: 0, sizeBytes: 0, max: null, windowSeconds: null }) });
    const page = await Page.of(app.url);
    expect(page.value('ticker_topic_ticks')).toBe(0);
    expect(page.value('ticker_topic_capacity_ticks')).toBeUndefined();
    expect(page.value('ticker_topic_window_seconds')).toBeUndefined();
  });

  it('are left out while the database does not answer, and the rest is there', async () => {
    await start({ status: () => new Promise(() => {}) });
    const page = await Page.of(app.url);
    expect(page.value('ticker_topic_ticks')).toBeUndefined();
    expect(page.value('ticker_subscribers', { transport: 'sse', mode: 'all' })).toBe(0);
  });

  it('are left out when the status fails', async () => {
    await start({ status: () => Promise.reject(new Error('away')) });
    expect((await Page.of(app.url)).value('ticker_topic_ticks')).toBeUndefined();
  });
});

describe('Names', () => {
  it("follow Prometheus' conventions", async () => {
    await start({ status: statusWith(topic) });
    const page = await Page.of(app.url);
    expect(page.types.size).toBeGreaterThan(40);
    expect(complaints(page)).toEqual([]);
  });

  it('a page with what promtool complains of is complained of', () => {
    const page = new Page(`# TYPE ticker_no_help gauge
ticker_no_help 1
# HELP other_prefix x
# TYPE other_prefix gauge
other_prefix 1
# HELP ticker_frames x
# TYPE ticker_frames counter
ticker_frames 1
# HELP ticker_handles_total x
# TYPE ticker_handles_total gauge
ticker_handles_total 1
# HELP ticker_lag_milliseconds x
# TYPE ticker_lag_milliseconds gauge
ticker_lag_milliseconds 1
# HELP ticker_lag_ms x
# TYPE ticker_lag_ms gauge
ticker_lag_ms 1
# HELP ticker_ticks_count x
# TYPE ticker_ticks_count gauge
ticker_ticks_count 1
# HELP ticker_open_gauge x
# TYPE ticker_open_gauge gauge
ticker_open_gauge{badLabel="x"} 1
`);
    expect(complaints(page).map((line) => line.split(': ')[1])).toEqual([
      'no HELP',
      'not prefixed ticker_',
      'a counter ends in _total',
      'only a counter ends in _total',
      'not in seconds or bytes',
      'not in seconds or bytes',
      'only a histogram or summary ends in _count, _sum, _bucket',
      'its type is in its name',
      'the label badLabel is not in snake_case',
    ]);
  });
});
