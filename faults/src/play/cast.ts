import type { Setting } from '../fault/fault.ts';
import { Journal } from '../load/journal.ts';
import { Load } from '../load/load.ts';
import type { Recording } from '../oracle/evidence.ts';
import { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import { type Ring, Topic } from '../stage/topic.ts';
import type { Subscriber } from '../subscriber/subscriber.ts';
import { Alerts } from '../work/alerts.ts';
import { Jobs } from '../work/jobs.ts';
import { audience } from './audience.ts';
import type { Scene } from './scene.ts';

const RING: Ring = { max: 100_000, bytes: 2 ** 25 };
/** What lies in the topic before: more than what makes a list of ids full. */
const PREFILL = 300;

let plays = 0;

/** Everybody and everything of one play: a topic of its own, publishers, two servers, subscribers, jobs and alerts. */
export class Cast {
  readonly topic: Topic;
  readonly journal = new Journal();
  readonly load: Load;
  /** All that were started. */
  readonly servers: Server[] = [];
  readonly subscribers: Subscriber[] = [];
  readonly #stage: Stage;
  readonly #setting: Setting;
  readonly #random: () => number;
  #jobs: Jobs | undefined;
  #alerts: Alerts | undefined;

  private constructor(stage: Stage, topic: Topic, setting: Setting, random: () => number) {
    this.#stage = stage;
    this.topic = topic;
    this.#setting = setting;
    this.#random = random;
    this.load = new Load(() => topic.collection, this.journal, random);
  }

  /** With a topic, and nobody yet. */
  static async create(stage: Stage, setting: Setting, random: () => number): Promise<Cast> {
    const topic = await Topic.create(stage.client, `faults_${process.pid}_${++plays}`, setting.ring ?? RING);
    return new Cast(stage, topic, setting, random);
  }

  /** All come in; nothing is published yet but what a topic holds from before. */
  async enter(): Promise<Scene> {
    const { topic, journal, load, subscribers } = this;
    const startServer = (environment: Record<string, string>): Promise<Server> => this.#start(environment);
    await load.publish(PREFILL);
    const servers: Scene['servers'] = [await startServer({}), await startServer({})];
    const all = audience(() => this.servers, this.#random, this.#setting.audience);
    subscribers.push(...all);
    if (this.#setting.work !== false) {
      const { client, set } = this.#stage;
      const { dbName } = topic.collection;
      this.#jobs = await Jobs.start(client, set.uri, dbName);
      this.#alerts = await Alerts.start(client.db(dbName), () => this.running.map(({ url }) => url));
    }
    return {
      stage: this.#stage,
      topic,
      ring: this.#setting.ring ?? RING,
      load,
      journal,
      servers,
      subscribers,
      random: this.#random,
      startServer,
      record: (subscriber) => void subscribers.push(subscriber),
    };
  }

  /** All that is to be disturbed goes on. */
  async begun(): Promise<void> {
    await this.#alerts?.begun();
  }

  /** The servers that run. */
  get running(): Server[] {
    return this.servers.filter(({ isRunning }) => isRunning);
  }

  get recordings(): Recording[] {
    return this.subscribers.map(({ recording }) => recording);
  }

  /** What is wrong with jobs and alerts, when all are done. */
  async finishWork(note: (line: string) => void): Promise<string[]> {
    const jobs = (await this.#jobs?.finish()) ?? [];
    const alerts = (await this.#alerts?.finish(note)) ?? [];
    return [...jobs, ...alerts];
  }

  /** Ends everybody, and removes the topic. */
  async leave(): Promise<void> {
    for (const subscriber of this.subscribers) subscriber.stop();
    this.#jobs?.stop();
    this.#alerts?.stop();
    await this.load.stop();
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.#stage.heal();
    await this.topic.drop().catch(() => {});
  }

  async #start(environment: Record<string, string>): Promise<Server> {
    const { topic } = this;
    const server = await Server.start(this.#stage.set.members, {
      MONGODB_URI: this.#stage.set.uri,
      TOPIC: topic.name,
      QUEUE: `${topic.collection.dbName}.queue`,
      ...this.#setting.environment,
      ...environment,
    });
    this.servers.push(server);
    return server;
  }
}
