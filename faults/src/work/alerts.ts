import type { Db } from 'mongodb';
import { wireId } from '../load/wire-id.ts';
import { waitUntil } from '../play/wait.ts';
import type { Addresses } from '../subscriber/subscriber.ts';
import { Dashboard } from './dashboard.ts';
import { judgeAlerts } from './judge-alerts.ts';
import { Webhook } from './webhook.ts';

const READY_MS = 30_000;
const DONE_MS = 40_000;
const TICKERS = ['P0', 'P1', 'P2'];

/** Rules that fire again and again, dashboards on both servers, and a webhook that refuses now and then. */
export class Alerts {
  readonly #db: Db;
  readonly #webhook: Webhook;
  readonly #dashboards: readonly Dashboard[];
  readonly #hooked: ReadonlySet<string>;

  private constructor(
    db: Db,
    webhook: Webhook,
    dashboards: readonly Dashboard[],
    hooked: ReadonlySet<string>,
  ) {
    this.#db = db;
    this.#webhook = webhook;
    this.#dashboards = dashboards;
    this.#hooked = hooked;
  }

  /** @param addresses of the servers that run */
  static async start(db: Db, addresses: Addresses): Promise<Alerts> {
    const webhook = await Webhook.start();
    const hooked = new Set<string>();
    for (const [index, ticker] of TICKERS.entries()) {
      const rule = await makeRule(addresses()[0]!, {
        ticker,
        condition: { type: 'crosses_up', price: 30 + 20 * index },
        repeat: 'every',
        coolDownMs: 1_000,
        ...(index > 0 && { webhook: { url: webhook.url } }),
      });
      if (index > 0) hooked.add(rule);
    }
    const dashboards = [
      new Dashboard('a dashboard', addresses),
      new Dashboard('another dashboard', () => addresses().toReversed()),
    ];
    return new Alerts(db, webhook, dashboards, hooked);
  }

  /**
   * Waits until one has fired. A server that is killed while it fires keeps the rules from all others until mongod gives its
   * transaction up, 10 to 15 s later: of a short play that is most.
   */
  async begun(): Promise<void> {
    const alerts = this.#db.collection('alerts');
    await waitUntil(async () => (await alerts.estimatedDocumentCount()) > 0, READY_MS);
  }

  /** Ends it, when all has come or too much time has passed; a line for each thing that is wrong. */
  async finish(note: (line: string) => void): Promise<string[]> {
    const { posts } = this.#webhook;
    const read = () => this.#db.collection('alerts').find().toArray();
    const done = await waitUntil(async () => {
      const rows = (await read()).map(({ _id }) => wireId(_id));
      const jobs = await this.#db.collection('queue').countDocuments({ endTime: null });
      return jobs === 0 && this.#dashboards.every((dashboard) => rows.every((id) => dashboard.has(id)));
    }, DONE_MS);
    this.stop();
    const fired = (await read()).map(({ _id, rule }) => ({
      id: wireId(_id),
      webhook: this.#hooked.has(wireId(rule)),
    }));
    const jobs = await this.#db.collection('queue').countDocuments();
    const dead = await this.#db.collection('dead').countDocuments();
    note(`${fired.length} alerts fired, ${posts.length} posts to the webhook`);
    return [
      ...(done ? [] : [`alerts: not all told after ${DONE_MS / 1000} s`]),
      ...(fired.length > 0 ? [] : ['alerts: none fired']),
      ...(jobs === fired.length ? [] : [`alerts: ${jobs} deliveries of ${fired.length} firings`]),
      ...(dead === 0 ? [] : [`alerts: ${dead} deliveries are dead letters`]),
      ...judgeAlerts(fired, this.#dashboards, posts),
    ];
  }

  stop(): void {
    for (const dashboard of this.#dashboards) dashboard.stop();
    this.#webhook.stop();
  }
}

/** Asks until the server has its alerts ready. @returns the rule's id */
async function makeRule(url: string, rule: object): Promise<string> {
  let id = '';
  let answer = '';
  const made = await waitUntil(async () => {
    const response = await fetch(`${url}/api/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    });
    answer = await response.text();
    if (response.status !== 201) return false;
    ({ id } = JSON.parse(answer) as { id: string });
    return true;
  }, READY_MS);
  if (!made) throw new Error(`a rule could not be made: ${answer}`);
  return id;
}
