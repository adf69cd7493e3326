import { MongoClient } from 'mongodb';
import { ARTICLE_TOPIC } from '../load/article-topic.ts';
import type { Place } from '../load/simulated-users.ts';
import { RING } from '../stage/ring.ts';
import { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import { SIMULATION } from './plan.ts';

/** A way to play the simulation. */
export interface Way {
  readonly name: string;
  /** Of writes, and of what is read. */
  readonly promise: string;
  /** Makes what it needs. */
  open(stage: Stage): Promise<OpenWay>;
}

/** A way that is ready to be played. */
export interface OpenWay {
  /** Where its processes publish, and how they listen. */
  readonly place: Place;
  /** Its processes beside mongod and the simulation's own, by name. */
  readonly processes: ReadonlyMap<string, number>;
  /** Removes what it made. */
  close(): Promise<void>;
}

const { listeners } = SIMULATION;

/** As the simulator has it: w: 1, a new ring that never fills, a cursor a listener on the primary. */
export const article: Way = {
  name: 'the article’s way',
  promise: 'w: 1, local',
  open: async ({ uri }) => {
    const { database, collection, sizeBytes } = ARTICLE_TOPIC;
    const client = await new MongoClient(uri, { appName: 'bench-simulation' }).connect();
    const topics = client.db(database, { writeConcern: { w: 3 } });
    await topics.dropDatabase();
    await topics.createCollection(collection, { capped: true, size: sizeBytes });
    return {
      place: { uri, database, collection, w: 1, listeners },
      processes: new Map(),
      close: async () => {
        await topics.dropDatabase();
        await client.close();
      },
    };
  },
};

/** The same publishers and as many listeners, on our topic and through our server. */
function ours(name: string, w: 'majority' | 1): Way {
  const readConcern = w === 1 ? ('local' as const) : undefined;
  return {
    name,
    promise: w === 1 ? 'w: 1, local' : 'majority',
    open: async ({ uri, topic }) => {
      const server = await Server.start({ uri, topic, awaitMs: 20, ...(readConcern && { readConcern }) });
      const { database, collection } = RING;
      return {
        place: { uri, database, collection, w, listeners, url: server.webSocketUrl },
        processes: new Map([['server', server.pid]]),
        close: () => server.stop(),
      };
    },
  };
}

/** The article's first: the others are compared with it. */
export const WAYS: readonly Way[] = [article, ours('ours', 'majority'), ours('ours, w: 1', 1)];
