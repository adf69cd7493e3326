import { expect, type Locator } from '@playwright/test';
import type { Dashboard } from './dashboard.ts';

/** The watchlist of the page, as a person and a test see it. */
export class Watchlist {
  readonly root: Locator;
  readonly list: Locator;
  readonly rows: Locator;
  /** The one that is shown. */
  readonly chosen: Locator;
  readonly filter: Locator;
  readonly clear: Locator;
  /** How many match the filter, in words. */
  readonly matches: Locator;

  constructor({ page }: Dashboard) {
    this.root = page.getByTestId('watchlist');
    this.list = page.getByRole('listbox', { name: 'Tickers' });
    this.rows = this.list.getByRole('option');
    this.chosen = this.list.getByRole('option', { selected: true });
    this.filter = page.getByRole('searchbox', { name: 'Filter tickers' });
    this.clear = page.getByRole('button', { name: 'Clear the filter' });
    this.matches = this.root.getByRole('status');
  }

  /** A ticker's row. */
  row(ticker: string): Locator {
    return this.list.locator(`[data-ticker="${ticker}"]`);
  }

  /** The button that sorts by this. */
  sort(by: 'name' | 'price' | 'change' | 'change in per cent'): Locator {
    return this.root.getByRole('button', { name: new RegExp(`^Sort by ${by}(,|$)`) });
  }

  /** Tickers from the top, or from the left. */
  tickers(): Promise<(string | undefined)[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['ticker']));
  }

  /** Waits until it lists exactly these, in this order. */
  async lists(...tickers: string[]): Promise<void> {
    await expect.poll(() => this.tickers()).toEqual(tickers);
  }

  /** Chooses one by a click. */
  async choose(ticker: string): Promise<void> {
    await this.row(ticker).click();
    await this.shows(ticker);
  }

  /** Waits until this one is the chosen one. */
  async shows(ticker: string): Promise<void> {
    await expect(this.chosen).toHaveAttribute('data-ticker', ticker);
  }

  /** The row at which the keyboard is. */
  async active(): Promise<string | null> {
    const id = await this.list.getAttribute('aria-activedescendant');
    return this.list.locator(`[id="${id}"]`).getAttribute('data-ticker');
  }

  /** Id of the last tick of each ticker. */
  async lastIds(): Promise<Record<string, string>> {
    const entries = await this.rows.evaluateAll((rows) =>
      rows.map((row) => [(row as HTMLElement).dataset['ticker'], (row as HTMLElement).dataset['id']]),
    );
    return Object.fromEntries(entries) as Record<string, string>;
  }
}
