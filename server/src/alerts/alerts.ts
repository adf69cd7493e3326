import { type AlertDelivery, type AlertRow, AlertsUnavailable, type Log, type Worker } from '@ticker/mongo';
import type { QueueReport } from '@ticker/protocol';
import type { Hub } from '../hub/hub.ts';
import type { AlertsState } from './alert-feed.ts';
import { AlertLog } from './alert-log.ts';
import type { AlertsDatabase } from './alerts-database.ts';
import { Arming, type ArmingOptions } from './arming.ts';
import { CoolDowns } from './cool-downs.ts';
import { delivery } from './delivery.ts';
import { Evaluator } from './evaluator.ts';
import { Firing } from './firing.ts';
import { Mirror } from './mirror.ts';
import { pause } from './pause.ts';
import { queueReports } from './queue-reports.ts';
import { retry } from './retry.ts';
import { RuleLists } from './rule-lists.ts';
import { Standpoint } from './standpoint.ts';
import type { WebhookAddresses } from './webhook-address.ts';
import { DELIVERIES, WebhookTurns } from './webhook-turns.ts';
import type { WebhookSender } from './webhook.ts';

const LEASE_MS = 10_000;
/** Of the time to stop in: deliveries that have not ended before are given back in it. */
const GIVING_BACK_MS = 500;

const NO_DATABASE = 'the database does not answer';
const NO_RULES = "the alert rules can't be read now: the server's log says why";
const NO_ALERTS = "the alerts can't be read now: the server's log says why";

export interface AlertsOptions {
  readonly database: AlertsDatabase;
  readonly hub: Hub;
  readonly exists: ArmingOptions['exists'];
  readonly isCurrent: ArmingOptions['isCurrent'];
  readonly addresses: WebhookAddresses;
  readonly sender: WebhookSender;
  /** What owners are told of who had a delivery when it died: nothing of the machine. */
  readonly worker: string;
  /** Rules that an owner may have (`ALERT_RULES_MAX`). */
  readonly max: number;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Alerts of one process: evaluates rules on the ticks, fires those that match, delivers, and shows what all processes
 * have fired. It starts in the background, and whatever keeps it from that keeps nothing else.
 */
export class Alerts {
  readonly rules: AlertsDatabase['rules'];
  readonly lists: RuleLists;
  readonly addresses: WebhookAddresses;
  readonly sender: WebhookSender;
  readonly max: number;
  /** What all processes have fired. */
  readonly log = new AlertLog();
  readonly evaluator: Evaluator;
  readonly firing: Firing;
  readonly mirror: Mirror;
  readonly coolDowns: CoolDowns;
  readonly #options: AlertsOptions;
  readonly #arming: Arming;
  readonly #standpoint: Standpoint;
  readonly #reports: ReturnType<typeof queueReports>;
  readonly #stop = new AbortController();
  readonly #running: Promise<unknown>;
  #fill!: () => void;
  readonly #filled = new Promise<void>((resolve) => (this.#fill = resolve));
  #tail: ReturnType<AlertsDatabase['tail']> | undefined;
  #worker: Worker<AlertDelivery> | undefined;
  #why: string | undefined;
  #told: string | undefined;
  #isLoaded = false;
  #isLogFilled = false;

  constructor(options: AlertsOptions) {
    const { database, hub, exists, isCurrent, addresses, sender, max, log, now } = options;
    this.#options = options;
    this.rules = database.rules;
    this.lists = new RuleLists(database.rules);
    this.#reports = queueReports(() => database.queue.stats());
    this.addresses = addresses;
    this.sender = sender;
    this.max = max;
    this.evaluator = new Evaluator(hub.backlog, now);
    this.firing = new Firing((matches) => this.rules.fire(matches), log);
    this.#standpoint = new Standpoint({ hub, exists, isCurrent });
    this.coolDowns = new CoolDowns({
      rearm: (...rule) => this.rules.rearm(...rule),
      after: this.after,
      log,
    });
    this.#arming = new Arming({
      hub,
      evaluator: this.evaluator,
      exists,
      isCurrent,
      onMatches: (matches) => this.firing.add(matches),
      isArmed: (rule) => this.mirror.isArmed(rule),
    });
    this.mirror = new Mirror({
      evaluator: this.evaluator,
      arming: this.#arming,
      coolDowns: this.coolDowns,
    });
    this.#running = this.#run();
  }

  get state(): AlertsState {
    if (this.#isLoaded && this.#isLogFilled) return 'ready';
    return this.#obstacle === undefined ? 'starting' : 'unavailable';
  }

  /** In words, why alerts can't be had now; undefined when they can. */
  get unavailable(): string | undefined {
    if (this.state === 'ready') return undefined;
    return this.#obstacle ?? 'alerts are starting: try again in a moment';
  }

  /** What keeps alerts from starting. Clients are told: of the database it says nothing but what is to be done. */
  get #obstacle(): string | undefined {
    if (this.#why !== undefined || this.#isLogFilled) return this.#why;
    return this.#tail?.status.state === 'disconnected' ? NO_ALERTS : undefined;
  }

  /** Where a rule that is armed now watches from: see {@link Standpoint.after}. */
  readonly after: Standpoint['after'] = (position) => this.#standpoint.after(position);

  /** What the worker of this process has done; undefined before there is one. */
  get work(): Worker<AlertDelivery>['counts'] | undefined {
    return this.#worker?.counts;
  }

  /** What the work queue holds. @throws MongoError */
  report(): Promise<QueueReport> {
    return this.#reports.newest();
  }

  /** Documents of the alerts that are none. */
  get badDocuments(): number {
    return this.#tail?.status.badDocuments ?? 0;
  }

  /** Ticks were appended to the backlog, the first fill's too. To be called at once. */
  ticks(): void {
    const matches = this.evaluator.evaluate();
    if (!this.#stop.signal.aborted) this.firing.add(matches);
  }

  /** The first fill is done. */
  filled(): void {
    this.#fill();
  }

  /**
   * Ends the evaluation, then the deliveries: those that run are waited for, and given back when they take too long.
   *
   * @param deadlineMs for all of it
   */
  async stop(deadlineMs: number): Promise<void> {
    this.#stop.abort();
    this.#arming.stop();
    this.coolDowns.stop();
    this.#fill();
    const ended = new AbortController();
    const working = this.#worker?.stop({ deadlineMs: Math.max(0, deadlineMs - GIVING_BACK_MS) });
    const stopping = Promise.all([this.firing.stop(), working, this.#running]);
    // A primary that is gone keeps a command for longer.
    await Promise.race([stopping, pause(deadlineMs, ended.signal)]);
    ended.abort();
  }

  async #run(): Promise<void> {
    const { database, worker, log } = this.#options;
    const { signal } = this.#stop;
    const begin = async (): Promise<void> => {
      await database.ensure();
      await database.refuseForeignJobs();
    };
    await retry(begin, { signal, onFailure: (error) => this.#fail(error) });
    if (signal.aborted) return;
    this.#why = undefined;
    const handler = delivery({
      insert: (row) => this.#insert(row),
      webhookOf: (rule) => this.rules.webhookOf(rule),
      turns: new WebhookTurns(),
      send: (...sending) => this.#options.sender.send(...sending),
      log,
    });
    this.#worker = database.queue.worker(handler, {
      concurrency: DELIVERIES,
      prefetch: 0,
      leaseMs: LEASE_MS,
      worker,
      log,
    });
    await Promise.all([this.#followAlerts(), this.#followRules()]);
  }

  async #followAlerts(): Promise<void> {
    this.#tail = this.#options.database.tail(this.log, this.#stop.signal);
    for await (const item of this.#tail) {
      // Who is told of an alert asks for the rules: the list must not be of before.
      if (item.type === 'ticks') for (const { owner } of item.ticks) this.lists.drop(owner);
      this.log.take(item);
      if (item.type !== 'filled') continue;
      this.#isLogFilled = true;
      this.log.wake();
    }
  }

  async #followRules(): Promise<void> {
    const { database, log } = this.#options;
    const { signal } = this.#stop;
    await this.#filled;
    const told: Log = {
      info: (fields, message) => log.info(fields, message),
      warn: (fields, message) => {
        log.warn(fields, message);
        if (this.#isLoaded) return;
        this.#why = NO_RULES;
        this.log.wake();
      },
    };
    for await (const news of database.follow({ signal, log: told })) {
      this.mirror.take(news);
      if (this.#isLoaded) continue;
      this.#isLoaded = true;
      this.#why = undefined;
      this.log.wake();
    }
  }

  /** Where the collection was dropped meanwhile, it is made again: a delivery must not die of that. */
  async #insert(row: AlertRow): Promise<void> {
    const { database } = this.#options;
    try {
      await database.insert(row);
    } catch (error) {
      if (!(error instanceof AlertsUnavailable)) throw error;
      await database.ensure();
      await database.insert(row);
    }
  }

  /** Said once for each reason: it is tried again and again. */
  #fail(error: Error): void {
    const { message: why } = error;
    if (why !== this.#told) this.#options.log.warn({ why }, 'alerts are not available: will try again');
    this.#told = why;
    this.#why = error instanceof AlertsUnavailable ? why : NO_DATABASE;
    this.log.wake();
  }
}
