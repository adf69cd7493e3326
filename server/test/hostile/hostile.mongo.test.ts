import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Arena } from './arena.ts';
import type { Attacker } from './attackers/attacker.ts';
import { badMessages } from './attackers/bad-messages.ts';
import { brokenFrames } from './attackers/broken-frames.ts';
import { crowds } from './attackers/crowds.ts';
import { halfRequests } from './attackers/half-requests.ts';
import { messageFloods } from './attackers/message-floods.ts';
import { requests } from './attackers/requests.ts';
import { answersUnread, floodedReader, slowReaders } from './attackers/slow-readers.ts';
import { webhooks } from './attackers/webhooks.ts';
import { FLOOD_TICKS } from './flood.ts';
import { Honest } from './honest.ts';
import { memoryMiB, type Meeting, report } from './report.ts';

// Whatever clients do: each gets the answer that PROTOCOL.md names, the server's memory stays within a bound, and an
// honest client gets every tick once. The built server, at its standard limits, as a process of its own.

const DATABASE = 'test_hostile';
/** Topics with about fifty ticks a second: into one a flood was poured before, into one comes a flood now and then. */
const FRESH = `${DATABASE}.fresh`;
const FULL = `${DATABASE}.full`;
const FLOODED = `${DATABASE}.flooded`;
/** The servers start all at the same time, on as many cores as there are. */
const PATIENCE_MS = 120_000;

const uri = inject('uri');
const meetings: Meeting[] = [];
const arenas: Arena[] = [];
let mongo: MongoClient;
let honest: Honest;

beforeAll(async () => {
  mongo = await new MongoClient(uri).connect();
  honest = new Honest(uri);
  for (const topic of [FRESH, FULL, FLOODED]) {
    const name = topic.slice(DATABASE.length + 1);
    await mongo.db(DATABASE).createCollection(name, { capped: true, size: 2 ** 26, max: 200_000 });
    await honest.publish(topic);
  }
  await honest.flood(FULL);
}, PATIENCE_MS);
afterAll(async () => {
  console.log(report(meetings));
  await Promise.all(arenas.map(async (arena) => arena.close()));
  await honest.stop();
  await mongo.db(DATABASE).dropDatabase();
  await mongo.close();
});

async function open(topic: string): Promise<Arena> {
  // Holds a flood, and what comes besides while the tests run.
  const environment = {
    MONGODB_URI: uri,
    TOPIC: topic,
    QUEUE: `${DATABASE}.queue`,
    WEBHOOK_NETWORKS: '127.0.0.1',
    BACKLOG_MAX: `${FLOOD_TICKS + 10_000}`,
  };
  const arena = await Arena.open(environment, honest);
  arenas.push(arena);
  return arena;
}

function check(meeting: Meeting): void {
  meetings.push(meeting);
  const { attacker, attack } = meeting;
  const { lost, repeated, gaps } = attack;
  if (typeof attacker.answer === 'string') expect(attack.answer).toBe(attacker.answer);
  else expect(attack.answer).toMatch(attacker.answer);
  expect({ lost, repeated, gaps }).toEqual({ lost: 0, repeated: 0, gaps: 0 });
  expect(memoryMiB(meeting)).toBeLessThan(attacker.memoryMiB);
}

/** An attacker against a server of its own. */
async function meet(attacker: Attacker, topic: string, arena: Arena): Promise<Meeting> {
  const flood = async (): Promise<void> => honest.flood(topic);
  const calm = await arena.calm(topic === FLOODED ? flood : undefined);
  const attack = await arena.attack(attacker, flood);
  await arena.close();
  return { attacker, calm, attack };
}

/** Those that take their time: all at once. */
const patient: readonly (readonly [Attacker, string])[] = [
  ...halfRequests.map((attacker) => [attacker, FRESH] as const),
  ...slowReaders.map((attacker) => [attacker, FULL] as const),
  [floodedReader, FLOODED],
  [answersUnread, FULL],
];
const met = new Map<Attacker, Promise<Meeting>>();

describe('Hostile clients that take their time', () => {
  beforeAll(async () => {
    const servers = await Promise.all(patient.map(async ([, topic]) => open(topic)));
    for (const [index, [attacker, topic]] of patient.entries()) {
      const meeting = meet(attacker, topic, servers[index]!);
      // Its own test tells of it.
      meeting.catch(() => {});
      met.set(attacker, meeting);
    }
  }, PATIENCE_MS);

  const sooner = patient.filter(([attacker]) => attacker !== answersUnread);
  it.each(sooner.map(([attacker]) => [attacker.name, attacker] as const))(
    '%s',
    async (_name, attacker) => check((await met.get(attacker))!),
    PATIENCE_MS,
  );
});

describe('Hostile clients that are done at once', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await open(FULL);
  });

  const brisk = [...brokenFrames, ...badMessages, ...messageFloods, ...crowds, ...webhooks, ...requests];
  it.each(brisk.map((attacker) => [attacker.name, attacker] as const))('%s', async (_name, attacker) => {
    const calm = await arena.calm();
    const attack = await arena.attack(attacker);
    check({ attacker, calm, attack });
  });
});

describe('Hostile clients that take the most time', () => {
  it(
    answersUnread.name,
    // Begun with the others that take their time, unless those are left out.
    async () => check(await (met.get(answersUnread) ?? meet(answersUnread, FULL, await open(FULL)))),
    PATIENCE_MS,
  );
});
