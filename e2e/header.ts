import type { Locator } from '@playwright/test';
import type { Dashboard } from './dashboard.ts';

/** The price header of the page, as a person and a test see it. */
export class Header {
  readonly root: Locator;
  readonly ticker: Locator;
  /** The line of the price: arrow, change and percentage too. */
  readonly line: Locator;
  readonly open: Locator;
  readonly high: Locator;
  readonly low: Locator;
  /** How long ago the last tick was. */
  readonly age: Locator;
  readonly latency: Locator;
  readonly rate: Locator;

  constructor({ page, price }: Dashboard) {
    this.root = page.getByTestId('quote');
    this.ticker = page.getByTestId('quote-ticker');
    this.line = page.locator('p', { has: price });
    this.open = page.getByTestId('open');
    this.high = page.getByTestId('high');
    this.low = page.getByTestId('low');
    this.age = page.getByTestId('age');
    this.latency = page.getByTestId('latency');
    this.rate = page.getByTestId('rate');
  }
}
