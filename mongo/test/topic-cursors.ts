import { MongoClient } from 'mongodb';
import { vi } from 'vitest';

/** A tailable cursor, as the member reports it that has it. */
export interface TopicCursor {
  /** The command that opened it: `find` is a tail, `aggregate` the change stream that wakes one. */
  readonly command: string;
  readonly id: unknown;
  readonly awaitData: boolean;
  readonly appName: string | undefined;
}

/** Runs this on the member at that address alone. */
export async function onMember<T>(address: string, run: (member: MongoClient) => Promise<T>): Promise<T> {
  const member = await new MongoClient(`mongodb://${address}/?directConnection=true`).connect();
  try {
    return await run(member);
  } finally {
    await member.close();
  }
}

/**
 * The tailable cursors that a member has on a topic. Between two questions to a cursor it is in neither of mongod's
 * lists for a moment: ask again until it is there.
 */
export async function cursorsOn(member: MongoClient, topic: string): Promise<TopicCursor[]> {
  const operations = await member
    .db('admin')
    .aggregate([{ $currentOp: { allUsers: true, idleCursors: true } }])
    .toArray();
  return operations
    .filter(({ ns, cursor }) => ns === topic && cursor?.tailable)
    .map(({ cursor, appName }) => ({
      command: Object.keys(cursor.originatingCommand)[0]!,
      id: cursor.cursorId,
      awaitData: cursor.awaitData,
      appName,
    }));
}

/** The first cursor on the topic that this command opened, once there is one. */
export async function cursorOn(member: MongoClient, topic: string, command: string): Promise<TopicCursor> {
  const find = async (): Promise<TopicCursor | undefined> =>
    (await cursorsOn(member, topic)).find((cursor) => cursor.command === command);
  return (await vi.waitUntil(find, { timeout: 20_000 }))!;
}

/** Kills a cursor, as an operator might. */
export async function killCursor(member: MongoClient, topic: string, { id }: TopicCursor): Promise<void> {
  const dot = topic.indexOf('.');
  await member.db(topic.slice(0, dot)).command({ killCursors: topic.slice(dot + 1), cursors: [id] });
}
