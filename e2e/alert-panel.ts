import { expect, type Locator } from '@playwright/test';
import type { Dashboard } from './dashboard.ts';

/** What is filled into the form; what is left out stays as it is. */
interface Filled {
  readonly when?: string;
  readonly price: number;
  readonly note?: string;
  readonly webhook?: string;
}

/** The alerts of the page, as a person and a test see them. */
export class AlertPanel {
  readonly #dashboard: Dashboard;
  /** Alerts that have just fired. */
  readonly toasts: Locator;
  readonly rules: Locator;
  /** What came of what was done last. */
  readonly said: Locator;

  constructor(dashboard: Dashboard) {
    this.#dashboard = dashboard;
    this.toasts = dashboard.page.getByTestId('toast');
    this.rules = dashboard.page.getByTestId('rules').locator('> li');
    this.said = dashboard.page.getByTestId('alerts-panel').locator('.panel-said');
  }

  /** Shows what stands beside the chart. */
  async show(name: 'Ticks' | 'Alerts' | 'Queue'): Promise<void> {
    await this.#dashboard.page.getByText(name, { exact: true }).click();
  }

  /** Waits until alerts can be set on the chart: they are loaded after it. */
  async onChart(): Promise<void> {
    await expect(this.#dashboard.page.getByTestId('chart-alerts')).toBeAttached();
  }

  /** A control of the form, by its label. */
  field(label: string): Locator {
    return this.#dashboard.page.getByRole('form', { name: 'New alert' }).getByLabel(label, { exact: true });
  }

  /** A button of a rule. */
  button(name: 'Retry' | 'Pause' | 'Arm again' | 'Delete'): Locator {
    return this.rules.getByRole('button', { name: new RegExp(`^${name}: `) });
  }

  /** Sets an alert by the form; resolves when it is armed. */
  async set({ when = 'rises through', price, note, webhook }: Filled): Promise<void> {
    await this.show('Alerts');
    await this.field('When the price').selectOption(when);
    await this.field('Price').fill(String(price));
    if (note !== undefined) await this.field('Note').fill(note);
    if (webhook !== undefined) {
      await this.#dashboard.page.getByText('Send it to a webhook').click();
      await this.field('Webhook URL').fill(webhook);
    }
    await this.submit();
    // The words may be of the one before. With the answer the form is blank again.
    await expect(this.field('Price')).toHaveValue('');
    await expect(this.said).toHaveText(/^Set: /);
  }

  async submit(): Promise<void> {
    await this.#dashboard.page.getByRole('button', { name: 'Set alert' }).click();
  }

  /** Takes the one toast away. */
  async dismiss(): Promise<void> {
    await this.toasts.getByRole('button', { name: /^Dismiss: / }).click();
    await expect(this.toasts).toHaveCount(0);
  }

  /** Waits until the first rule, the newest, is in this state. */
  async becomes(state: string, timeout = 15_000): Promise<void> {
    await expect(this.rules.first()).toHaveAttribute('data-state', state, { timeout });
  }

  /** Waits until this is said of the first rule's last alert. */
  async delivery(words: string | RegExp, timeout = 15_000): Promise<void> {
    await expect(this.rules.first().getByTestId('delivery')).toHaveText(words, { timeout });
  }
}
