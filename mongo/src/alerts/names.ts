import { splitNamespace } from '../namespace.ts';
import { namesOf, type QueueName } from '../queue/collections.ts';

/** The collections of the alerts, each "database.collection". */
export interface AlertNames {
  readonly rules: string;
  /** Capped: one document a firing. */
  readonly alerts: string;
  /** Of the deliveries, with its dead letters. */
  readonly queue: QueueName & { readonly name: string };
}

/**
 * The names of the collections that belong to a topic: `rules` and `alerts` in its database, and a queue.
 *
 * @param topic `TOPIC`, "database.collection"
 * @param queue `QUEUE`, "database.collection"
 * @throws Error that names the setting: no such name, or one that stands for two collections
 */
export function alertNames(topic: string, queue = 'work.queue'): AlertNames {
  const { database } = splitNamespace(topic);
  const [rules, alerts] = [`${database}.rules`, `${database}.alerts`];
  const names = namesOf({ name: queue });
  const dead = `${names.database}.${names.dead}`;
  const all = [topic, rules, alerts, queue, dead];
  const twice = all.find((name, index) => all.indexOf(name) !== index);
  if (twice === undefined) return { rules, alerts, queue: { name: queue } };
  throw new Error(
    `${twice} can't be two collections: TOPIC is ${topic}, so alerts use ${rules} and ${alerts}, and QUEUE is ` +
      `${queue}, with ${dead}. Choose another TOPIC or QUEUE`,
  );
}
