import type { CollectionInfo } from 'mongodb';
import { splitNamespace } from './namespace.ts';

/** What mongod itself gives as `max` of a capped collection that is bounded by its size alone. */
export const NO_MAX = 2_147_483_647;

/** A topic's name, "database.collection", and its bounds. */
export interface TopicBounds {
  readonly name: string;
  /** Bytes that the ring holds at most; mongod rounds it up to a multiple of 256. */
  readonly sizeBytes: number;
  /** Ticks that the ring holds at most; 0: as many as fit in its size. */
  readonly max: number;
}

/**
 * Compares a collection with what was asked for.
 *
 * @returns undefined where they agree; else what is there, what was asked, and the mongosh command that mends it
 */
export function mismatch(found: CollectionInfo, asked: TopicBounds): string | undefined {
  const { name } = asked;
  const { type = 'collection', options: { capped, size: sizeBytes = 0, max = 0 } = {} } = found;
  if (type !== 'collection') return `the topic ${name} is a ${type}: choose another TOPIC`;
  if (!capped) {
    return (
      `the topic ${name} is not a capped collection, so it can't be tailed. Choose another TOPIC, or convert it in ` +
      `mongosh (its database is locked meanwhile; the oldest documents that don't fit are lost): ${convert(asked)}`
    );
  }
  if (rounded(sizeBytes) === rounded(asked.sizeBytes) && bound(max) === bound(asked.max)) return undefined;
  return (
    `the topic ${name} holds ${sizeBytes} bytes and ${ticks(max)} at most, not ${asked.sizeBytes} bytes and ` +
    `${ticks(asked.max)} (CAPPED_SIZE, CAPPED_MAX). Use it as it is with CAPPED_SIZE=${sizeBytes} ` +
    `CAPPED_MAX=${bound(max) === NO_MAX ? 0 : max}, or resize it in mongosh (MongoDB 6.0 or newer; the oldest ` +
    `ticks that don't fit any more are lost): ${resize(asked)}`
  );
}

/** The mongosh command that makes a topic's index. */
export function makeIndex(topic: string): string {
  const { db, collection } = shell(topic);
  return `${db}.getCollection(${collection}).createIndex({time: 1})`;
}

/** The number of ticks that `max` allows: `NO_MAX` for 0. */
export function bound(max: number): number {
  return max > 0 ? Math.min(max, NO_MAX) : NO_MAX;
}

/** The mongosh command that gives a topic other bounds, while it is used. MongoDB 6.0 or newer. */
export function resize({ name, sizeBytes, max }: TopicBounds): string {
  const { db, collection } = shell(name);
  return `${db}.runCommand({collMod: ${collection}, cappedSize: ${sizeBytes}, cappedMax: ${max}})`;
}

function convert({ name, sizeBytes, max }: TopicBounds): string {
  const { db, collection } = shell(name);
  // It drops every index but that of _id, and takes no max.
  return [
    `${db}.runCommand({convertToCapped: ${collection}, size: ${sizeBytes}})`,
    `${db}.runCommand({collMod: ${collection}, cappedMax: ${max}})`,
    makeIndex(name),
  ].join('; ');
}

/** Right whichever database mongosh is in: without a path in its URI that is "test". */
function shell(topic: string): { db: string; collection: string } {
  const { database, collection } = splitNamespace(topic);
  return { db: `db.getSiblingDB(${JSON.stringify(database)})`, collection: JSON.stringify(collection) };
}

function rounded(sizeBytes: number): number {
  return Math.ceil(sizeBytes / 256) * 256;
}

function ticks(max: number): string {
  return bound(max) === NO_MAX ? 'any number of ticks' : `${max} ticks`;
}
