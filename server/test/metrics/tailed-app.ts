import { RecordingTail } from '../../../mongo/test/recording-tail.ts';
import { Rate } from '../../src/rate.ts';
import { RunningApp } from '../running-app.ts';
import { Page } from './page.ts';

/** A real tail of a real set, and an app whose metrics tell of it. */
export class TailedApp {
  readonly tail: RecordingTail;
  readonly #app: RunningApp;

  private constructor(tail: RecordingTail, app: RunningApp) {
    this.tail = tail;
    this.#app = app;
  }

  /** Resolves when the tail has filled. */
  static async start(...parameters: Parameters<typeof RecordingTail.create>): Promise<TailedApp> {
    const tail = await RecordingTail.start(...parameters);
    const rate = new Rate(() => performance.now());
    const app = await RunningApp.start({ measured: { tail: tail.tail, rate } });
    await tail.until(() => tail.items.some(({ type }) => type === 'filled'));
    return new TailedApp(tail, app);
  }

  page(): Promise<Page> {
    return Page.of(this.#app.url);
  }

  /** The reasons for which another cursor was opened so far. */
  async reopens(): Promise<Record<string, number>> {
    const reasons = (await this.page()).values('ticker_tail_reopens_total');
    return Object.fromEntries(Object.entries(reasons).filter(([, count]) => count > 0));
  }

  /** The lags, by "member state", in seconds. */
  async lags(): Promise<Record<string, number>> {
    return (await this.page()).values('ticker_member_lag_seconds');
  }

  /** The members that are read, in the metrics' word. */
  async read(): Promise<string[]> {
    const members = (await this.page()).values('ticker_member_read');
    return Object.keys(members).filter((member) => members[member] === 1);
  }

  async stop(): Promise<void> {
    await this.tail.stop();
    await this.#app.stop();
  }
}
