import type { Member } from '@ticker/mongo/embedded';
import type { Journal } from '../load/journal.ts';
import type { Load } from '../load/load.ts';
import type { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import type { Ring, Topic } from '../stage/topic.ts';
import type { Subscriber } from '../subscriber/subscriber.ts';

/** All that a fault can lay its hands on. */
export interface Scene {
  readonly stage: Stage;
  readonly topic: Topic;
  readonly ring: Ring;
  readonly load: Load;
  readonly journal: Journal;
  /**
   * Two of them, of which the first is the one that is hit, and the subscribers' first choice. Whoever kills one puts another
   * in its place.
   */
  readonly servers: [Server, Server];
  readonly subscribers: readonly Subscriber[];
  readonly random: () => number;
  /** Starts one more server on the play's topic; it ends with the play. */
  readonly startServer: (environment: Record<string, string>) => Promise<Server>;
  /** Has the play record one more subscriber. */
  readonly record: (subscriber: Subscriber) => void;
}

/** The member that a server reads from. */
export async function tailed({ stage }: Scene, server: Server): Promise<Member> {
  return stage.member((await server.tail()).member);
}
