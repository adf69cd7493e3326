import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { complaintsOf } from './complaints.ts';
import { record, type Recording } from './recording.ts';

/** The page, as a person and a test see it. */
export class Dashboard {
  readonly page: Page;
  readonly price: Locator;
  readonly state: Locator;
  readonly chart: Locator;
  readonly gapNote: Locator;
  /** Those of the table, newest first. */
  readonly rows: Locator;
  /** Where a token is put. */
  readonly token: Locator;
  /** What the page's scripts threw. */
  readonly errors: Error[] = [];
  /** What the browser complained of, in its console. */
  readonly complaints: readonly string[];

  private constructor(page: Page) {
    this.page = page;
    this.price = page.getByTestId('price');
    this.state = page.getByTestId('state');
    this.chart = page.getByTestId('chart');
    this.gapNote = page.getByTestId('gap-note');
    this.rows = page.getByTestId('ticks-table').locator('tbody tr');
    this.token = page.getByLabel('Access token');
    this.complaints = complaintsOf(page);
    page.on('pageerror', (error) => this.errors.push(error));
  }

  /** Opens it in a browser context; `prepare` comes before its first request. */
  static async open(
    context: BrowserContext,
    url: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Dashboard> {
    const page = await context.newPage();
    await prepare?.(page);
    return Dashboard.visit(page, url);
  }

  /** Opens it in a page that is there already. */
  static async visit(page: Page, url: string): Promise<Dashboard> {
    const dashboard = new Dashboard(page);
    await page.addInitScript(record);
    await page.goto(url);
    return dashboard;
  }

  /** Waits until it shows this state. */
  async becomes(status: string, timeout?: number): Promise<void> {
    await expect(this.state).toHaveAttribute('data-state', status, timeout ? { timeout } : {});
  }

  /** Puts a token into the form. */
  async signIn(token: string): Promise<void> {
    await this.token.fill(token);
    await this.page.getByRole('button', { name: 'Continue' }).click();
  }

  /** How many pixels of the chart have the colour of its line. */
  drawn(): Promise<number> {
    return this.painted('--accent');
  }

  /** How many pixels of the chart have a colour of the page's style. */
  async painted(colour: string): Promise<number> {
    await this.paint();
    return this.chart.locator('canvas').evaluateAll((canvases: HTMLCanvasElement[], colour) => {
      const line = getComputedStyle(document.documentElement).getPropertyValue(colour).slice(1);
      const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(line.slice(at, at + 2), 16));
      let count = 0;
      for (const canvas of canvases) {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
      }
      return count;
    }, colour);
  }

  /** Waits until the chart has painted what it was told before: a frame after the page. */
  async paint(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
    );
  }

  /** Ids of all ticks that it got, in their order. */
  ids(): Promise<string[]> {
    return this.page.evaluate(() => window.recording.ids);
  }

  /** Ids of the table's rows, newest first. */
  shown(): Promise<(string | undefined)[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['id']));
  }

  /** Whether the browser lays the table's rows out. It need not, where they are far from being seen. */
  laidOut(): Promise<boolean> {
    return this.rows.first().evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true }));
  }

  /** The page's clock, in milliseconds. */
  now(): Promise<number> {
    return this.page.evaluate(() => performance.now());
  }

  /** States shown since a time of its clock. */
  async states(since = 0): Promise<Recording['states']> {
    const states = await this.page.evaluate(() => window.recording.states);
    return states.filter(({ at }) => at >= since);
  }

  /** Waits until it has got exactly these ticks: none missing, none twice, none out of order. */
  async gets(ids: readonly string[]): Promise<void> {
    await expect.poll(async () => (await this.ids()).at(-1)).toBe(ids.at(-1));
    const got = await this.ids();
    const distinct = new Set(got);
    // First what a person can read: a difference of thousands of ids says little.
    const missing = ids.filter((id) => !distinct.has(id)).length;
    expect({ missing, twice: got.length - distinct.size }).toEqual({ missing: 0, twice: 0 });
    expect(got).toEqual(ids);
  }

  /** Waits until `count` more ticks have come. */
  async getsMore(count: number): Promise<void> {
    const { length } = await this.ids();
    await this.getsAll(length + count);
  }

  /** Waits until `count` ticks have come in all. */
  async getsAll(count: number): Promise<void> {
    await expect.poll(async () => (await this.ids()).length).toBeGreaterThanOrEqual(count);
  }
}
