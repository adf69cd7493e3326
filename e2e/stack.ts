import { expect } from '@playwright/test';
import type { ReplicaSet } from '@ticker/mongo/embedded';
import { Program } from '../publisher/test/program.ts';
import type { Status } from '../server/src/status.ts';
import { ServerProcess } from '../server/test/server-process.ts';
import { freePort } from './port.ts';
import { Topic } from './topic.ts';

/** Longer than a server's drain may last, 10 s. */
const PATIENCE_MS = 12_000;

/** Everything behind the page, for one test: the built programs as processes of their own, on a topic of their own. */
export class Stack {
  readonly set: ReplicaSet;
  readonly topic: Topic;
  readonly url: string;
  readonly #env: Record<string, string>;
  #server: ServerProcess | undefined;
  readonly #others: ServerProcess[] = [];
  readonly #publishers: Program[] = [];

  private constructor(set: ReplicaSet, topic: Topic, port: number, env: Record<string, string>) {
    this.set = set;
    this.topic = topic;
    // Fixed, so that a page finds the next server where the last one was.
    this.url = `http://127.0.0.1:${port}`;
    // A queue of its own: the set is every test's, and what one has left is not to be delivered in the next.
    const queue = { QUEUE: `${topic.database}.queue` };
    this.#env = { MONGODB_URI: set.uri, TOPIC: topic.name, PORT: String(port), ...queue, ...env };
  }

  /** Makes a topic in `database` and starts a server on it. `env` as in the design, section 2. */
  static async start(set: ReplicaSet, database: string, env: Record<string, string> = {}): Promise<Stack> {
    const topic = await Topic.make(set.uri, `${database}.ticker`);
    const stack = new Stack(set, topic, await freePort(), env);
    try {
      await stack.startServer();
      return stack;
    } catch (error) {
      await stack.close();
      throw error;
    }
  }

  /** Starts the server, the first time or again; resolves when it listens. */
  async startServer(): Promise<void> {
    this.#server = await ServerProcess.start(this.#env);
  }

  /** Starts one more server on the same topic, at another address. It is ended with the rest. */
  async another(): Promise<ServerProcess> {
    const other = await ServerProcess.start({ ...this.#env, PORT: String(await freePort()) });
    this.#others.push(other);
    return other;
  }

  /** Ends the server by `signal`; resolves when it has exited. */
  async stopServer(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await end(server.process, server.stop(signal), 'server');
  }

  /** `GET /api/status`. */
  async status(): Promise<Status> {
    return (await (await fetch(`${this.url}/api/status`)).json()) as Status;
  }

  /** Starts a publisher with these arguments. */
  publish(args: string): Program {
    const publisher = new Program('main', this.#env['MONGODB_URI'] ?? '', args, { TOPIC: this.topic.name });
    this.#publishers.push(publisher);
    return publisher;
  }

  /** Ends the publishers; what they had begun to write is in the topic then. */
  async stopPublishing(): Promise<void> {
    for (const publisher of this.#publishers.splice(0)) {
      publisher.process.kill('SIGTERM');
      await end(publisher.process, publisher.exit(), 'publisher');
    }
  }

  /** Ends what was started, and starts what was killed. */
  async close(): Promise<void> {
    const others = this.#others.map((other) => end(other.process, other.stop(), 'server'));
    const ended = await Promise.allSettled([this.stopPublishing(), this.stopServer(), ...others]);
    await this.topic.close();
    for (const member of this.set.members) await member.start();
    await this.set.settled();
    // Only now, or the next test would get what this one has left.
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }
}

/** Waits for a process' exit. One that does not come, or says that something was wrong, is a failure. */
async function end(process: Program['process'], exit: Promise<number | null>, name: string): Promise<void> {
  let late = false;
  const timer = setTimeout(() => (late = process.kill('SIGKILL')), PATIENCE_MS);
  const code = await exit;
  clearTimeout(timer);
  if (late) throw new Error(`the ${name} did not end within ${PATIENCE_MS / 1000} s`);
  // null: by our SIGKILL.
  if (code !== null) expect(code, `exit code of the ${name}`).toBe(0);
}
