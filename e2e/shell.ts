import { expect, type Locator } from '@playwright/test';
import type { Dashboard } from './dashboard.ts';

/** A choice of the view menu. */
export type Choice = 'System' | 'Light' | 'Dark' | 'Comfortable' | 'Compact';

/** What was said aloud, and when. */
export interface Heard {
  readonly words: string;
  readonly at: number;
}

/** The page around its price and its chart: menus, keys, what is said aloud. */
export class Shell {
  readonly #dashboard: Dashboard;
  readonly menu: Locator;
  readonly details: Locator;
  /** The sheet of shortcuts. */
  readonly sheet: Locator;
  /** What is said aloud. */
  readonly said: Locator;

  constructor(dashboard: Dashboard) {
    const { page } = dashboard;
    this.#dashboard = dashboard;
    this.menu = page.getByTestId('view-menu');
    this.details = page.getByTestId('details');
    this.sheet = page.getByTestId('shortcuts');
    this.said = page.getByTestId('announcer');
  }

  /** Opens the view menu, or the details; or closes them. */
  async toggle(which: 'menu' | 'details'): Promise<void> {
    await this[which].locator('summary').click();
  }

  /** Chooses in the view menu, which is left open. */
  async choose(choice: Choice): Promise<void> {
    await this.#opened();
    await this.menu.getByText(choice, { exact: true }).click();
  }

  /** Ticks a box of the view menu, or takes the tick away. */
  async check(label: 'Data saver' | 'Speak prices', checked = true): Promise<void> {
    await this.#opened();
    await this.menu.getByRole('checkbox', { name: label }).setChecked(checked);
  }

  /** Listens from now on: gives all that is said aloud, with its time by performance.now(). Some is soon replaced. */
  async hear(): Promise<() => Promise<Heard[]>> {
    const heard = await this.said.evaluateHandle((region) => {
      const all: Heard[] = [];
      new MutationObserver(() => all.push({ words: region.textContent, at: performance.now() })).observe(
        region,
        { subtree: true, childList: true, characterData: true },
      );
      return all;
    });
    return () => heard.jsonValue();
  }

  /** A row of the details, by its key. */
  row(key: string): Locator {
    return this.details.locator(`[data-key=${key}]`);
  }

  /** Waits until the address says this of the view: the query without its question mark, in any order. */
  async address(query: string): Promise<void> {
    const sorted = (search: string): string =>
      [...new URLSearchParams(search)].map(String).toSorted().join(' ');
    await expect.poll(() => sorted(new URL(this.#dashboard.page.url()).search)).toBe(sorted(query));
  }

  /** Changes the address to this query, as “back” within the page does. */
  async backTo(query: string): Promise<void> {
    await this.#dashboard.page.evaluate((query) => {
      history.replaceState(null, '', `?${query}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, query);
  }

  /** Waits until the page looks so. */
  async looks(theme: 'light' | 'dark', density: 'comfortable' | 'compact'): Promise<void> {
    const root = this.#dashboard.page.locator('html');
    await expect(root).toHaveAttribute('data-theme', theme);
    await expect(root).toHaveAttribute('data-density', density);
  }

  async #opened(): Promise<void> {
    if (!(await this.menu.evaluate((menu: HTMLDetailsElement) => menu.open))) await this.toggle('menu');
  }
}
