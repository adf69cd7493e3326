import { type CDPSession, expect, type Locator, type Request } from '@playwright/test';
import type { Dashboard } from './dashboard.ts';

/** What a question for candles asked. */
interface Asked {
  readonly interval: string;
  /** In milliseconds since 1970; null: the newest. */
  readonly to: number | null;
}

/** Lengths of a bar, as they are read aloud. */
const SPOKEN = {
  '1s': '1 second',
  '5s': '5 seconds',
  '15s': '15 seconds',
  '1m': '1 minute',
  '5m': '5 minutes',
  '1h': '1 hour',
} as const;

/** The chart, as a person and a test see it. */
export class Chart {
  readonly #dashboard: Dashboard;
  #session: Promise<CDPSession> | undefined;
  readonly figure: Locator;
  readonly tooltip: Locator;
  /** How it stands with older prices. */
  readonly note: Locator;
  /** What is read aloud. */
  readonly said: Locator;
  /** Those of the table in its place, newest first. */
  readonly rows: Locator;
  readonly goLive: Locator;
  /** All questions for candles, in their order. */
  readonly asked: Asked[] = [];

  constructor(dashboard: Dashboard) {
    const { page, chart } = dashboard;
    this.#dashboard = dashboard;
    this.figure = chart;
    this.tooltip = page.getByTestId('chart-tooltip');
    this.note = page.getByTestId('past-note');
    this.said = page.getByTestId('chart-said');
    this.rows = page.getByTestId('bars-table').locator('tbody tr');
    this.goLive = page.getByRole('button', { name: 'Go to live' });
    page.on('request', (request) => this.#note(request));
  }

  /** Waits until it is drawn. */
  async drawn(): Promise<void> {
    await expect(this.figure).toHaveAttribute('tabindex', '0');
    await this.#dashboard.paint();
  }

  /** A button of its tools. */
  tool(name: string): Locator {
    return this.#dashboard.page.getByRole('group', { name: 'Chart tools' }).getByRole('button', { name });
  }

  /** Chooses the length of a bar. */
  async interval(name: keyof typeof SPOKEN): Promise<void> {
    await this.#dashboard.page.getByText(name, { exact: true }).click();
    await expect(this.figure).toHaveAccessibleName(new RegExp(`of ${SPOKEN[name]}$`));
  }

  /** Points at a place of it, as shares of its width and height; gives the time of the bar there, in seconds. */
  async pointAt(x: number, y = 0.4): Promise<number> {
    const at = await this.#place(x, y);
    // Two moves: the second one is a move even where the mouse was there already.
    await this.#dashboard.page.mouse.move(at.x, at.y + 1);
    await this.#dashboard.page.mouse.move(at.x, at.y);
    await this.#dashboard.paint();
    // None where there is no bar.
    const [tooltip] = await this.tooltip.all();
    return Number((await tooltip?.getAttribute('data-time')) ?? Number.NaN);
  }

  /** Makes bars a quarter as wide, so that more of them are in sight. */
  async zoomOut(): Promise<void> {
    await this.figure.focus();
    for (let n = 0; n < 6; n++) await this.#dashboard.page.keyboard.press('-');
    await this.#dashboard.paint();
  }

  /** Moves the mouse to a share of its width. */
  async moveTo(x: number): Promise<void> {
    const at = await this.#place(x, 0.4);
    await this.#dashboard.page.mouse.move(at.x, at.y, { steps: 4 });
    await this.#dashboard.paint();
  }

  /** Points at the bar of a time, in seconds, from the right; false where it is not in sight. */
  async find(time: number): Promise<boolean> {
    for (let x = 0.9; x > 0.7; x -= 0.005) if ((await this.pointAt(x)) === time) return true;
    return false;
  }

  /** Puts a finger on a place of it, for as long as shows the crosshair; gives where. */
  async press(x: number, y: number): Promise<{ x: number; y: number }> {
    const at = await this.#place(x, y);
    await this.#touch('touchStart', at);
    await expect(this.tooltip).toBeVisible();
    // A finger never rests quite still.
    await this.#touch('touchMove', { x: at.x + 1, y: at.y });
    await this.#dashboard.paint();
    return at;
  }

  /** Takes the finger away, and the crosshair by a tap. */
  async release(): Promise<void> {
    await this.#touch('touchEnd');
    const at = await this.#place(0.6, 0.3);
    await this.#dashboard.page.touchscreen.tap(at.x, at.y);
    await expect(this.tooltip).toHaveCount(0);
  }

  /** How many pixels of an element are outside the figure, on the side where they are most. */
  async outside(element: Locator): Promise<number> {
    const [inner, outer] = [(await element.boundingBox())!, (await this.figure.boundingBox())!];
    return Math.max(
      outer.x - inner.x,
      outer.y - inner.y,
      inner.x + inner.width - (outer.x + outer.width),
      inner.y + inner.height - (outer.y + outer.height),
      0,
    );
  }

  /** How many pixels halfway between the highest and the lowest price have a colour of the page's style. */
  async between(colour: string): Promise<number> {
    await this.#dashboard.paint();
    return this.figure
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement, colour) => {
        const hex = getComputedStyle(document.documentElement).getPropertyValue(colour).slice(1);
        const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
        const top = Math.round(canvas.height * 0.4);
        const height = Math.round(canvas.height * 0.2);
        const { data } = canvas.getContext('2d')!.getImageData(0, top, canvas.width, height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
        return count;
      }, colour);
  }

  /** How many pixels of a picture's upper rows differ from its first one: what is written there. */
  async inked(picture: Buffer, rows: number): Promise<number> {
    return this.#dashboard.page.evaluate(
      async ([base64, rows]) => {
        const bytes = Uint8Array.from(atob(base64), (one) => one.codePointAt(0)!);
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(image.width, rows);
        const brush = canvas.getContext('2d')!;
        brush.drawImage(image, 0, 0);
        const { data } = brush.getImageData(0, 0, image.width, rows);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] !== data[0]) count++;
        return count;
      },
      [picture.toString('base64'), rows] as const,
    );
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }): Promise<void> {
    const { page } = this.#dashboard;
    this.#session ??= page.context().newCDPSession(page);
    await (await this.#session).send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  }

  /** Drags it by a share of its width: back in time where that is positive. */
  async drag(share: number): Promise<void> {
    const { mouse } = this.#dashboard.page;
    const from = await this.#place(share > 0 ? 0.1 : 0.85, 0.3);
    const to = await this.#place((share > 0 ? 0.1 : 0.85) + share, 0.3);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 6 });
    await mouse.up();
    await this.#dashboard.paint();
  }

  /** Columns of each row of the table, newest first. */
  async table(): Promise<string[][]> {
    return this.rows.evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
    );
  }

  /** When each row of the table begins, in seconds since 1970, newest first. */
  async times(): Promise<number[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['time'])));
  }

  async #place(x: number, y: number): Promise<{ x: number; y: number }> {
    await this.figure.scrollIntoViewIfNeeded();
    const box = (await this.figure.boundingBox())!;
    return { x: Math.round(box.x + box.width * x), y: Math.round(box.y + box.height * y) };
  }

  #note(request: Request): void {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== '/api/candles') return;
    const to = searchParams.get('to');
    this.asked.push({ interval: searchParams.get('interval') ?? '', to: to === null ? null : Number(to) });
  }
}
