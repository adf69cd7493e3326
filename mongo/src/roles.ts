import { alertNames } from './alerts/names.ts';
import { splitNamespace } from './namespace.ts';
import { namesOf } from './queue/collections.ts';

/**
 * The database of the roles and of their users: "admin", which a connection string means when it names no
 * `authSource`. A role of any other database can hold rights in that database alone, and a worker's queue is in
 * another one than the topic.
 */
export const ROLES_DATABASE = 'admin';

/** A collection, or, with an empty name, the database itself. */
export interface Resource {
  readonly db: string;
  readonly collection: string;
}

/** One thing that a role may do. */
export interface Grant {
  /** As in MongoDB's list of privilege actions. */
  readonly action: string;
  readonly on: 'topic' | 'database of the topic' | 'rules' | 'alerts' | 'queue' | 'dead letters';
  /** What breaks without it. */
  readonly why: string;
}

/** What one of our programs may do in MongoDB. */
export interface Role {
  /** The prefix and this are its name: "tickerPublisher". */
  readonly name: string;
  /** Which user has it: the prefix and this are the user's name, "ticker-publisher". */
  readonly user: string;
  readonly grants: readonly Grant[];
}

/** All that can be done with a queue: enqueue, work, look, redrive. */
const QUEUE: readonly Grant[] = [
  {
    action: 'find',
    on: 'queue',
    why: 'looks which jobs wait, which leases are good, and how many jobs there are',
  },
  { action: 'insert', on: 'queue', why: 'enqueues jobs, and redrives dead letters' },
  { action: 'update', on: 'queue', why: 'claims, extends, completes, fails and releases jobs' },
  { action: 'remove', on: 'queue', why: 'cancels jobs, and moves dead ones to the dead letters' },
  { action: 'changeStream', on: 'queue', why: 'hears of new jobs at once' },
  { action: 'find', on: 'dead letters', why: 'lists and counts them' },
  { action: 'insert', on: 'dead letters', why: 'takes in jobs that used up their attempts' },
  { action: 'update', on: 'dead letters', why: 'replaces one whose id a shell user gave to a second job' },
  { action: 'remove', on: 'dead letters', why: 'redrives them' },
];

/**
 * What each program may do, and nothing else. Found by measuring: each began with no right, and got what mongod
 * refused it, one action after the other (`roles.mongo.test.ts` takes each away again, and sees it missed).
 */
export const ROLES: readonly Role[] = [
  {
    name: 'Publisher',
    user: 'publisher',
    grants: [
      { action: 'insert', on: 'topic', why: 'appends ticks' },
      {
        action: 'find',
        on: 'topic',
        why: 'looks up which ticks of a batch are committed, after its answer was lost',
      },
      {
        action: 'listCollections',
        on: 'database of the topic',
        why: 'sees whether the topic is there, its bounds, and which collection it is (by UUID)',
      },
      { action: 'listIndexes', on: 'topic', why: 'warns where the topic lacks its index' },
    ],
  },
  {
    name: 'Server',
    user: 'server',
    grants: [
      {
        action: 'find',
        on: 'topic',
        why: 'follows the topic by its cursor, and looks ticks up by id and by time',
      },
      {
        action: 'listCollections',
        on: 'database of the topic',
        why: 'sees whether the topic is there, capped, and the one that was read before (by UUID)',
      },
      {
        action: 'collStats',
        on: 'topic',
        why: 'learns how full the topic is: what to skip, whether it rolled over, `/api/status`',
      },
      {
        action: 'changeStream',
        on: 'topic',
        why: 'hears of ticks at once; without it they come some ms later',
      },
    ],
  },
  {
    name: 'Alerts',
    user: 'server',
    grants: [
      { action: 'find', on: 'rules', why: 'lists alert rules, and follows those that are watched' },
      { action: 'insert', on: 'rules', why: 'makes rules' },
      { action: 'update', on: 'rules', why: 'makes, changes, fires and arms rules' },
      { action: 'remove', on: 'rules', why: 'removes rules' },
      { action: 'changeStream', on: 'rules', why: 'sees within a second what other servers changed' },
      { action: 'find', on: 'alerts', why: 'follows the alerts by its cursor' },
      { action: 'insert', on: 'alerts', why: 'puts in an alert for each firing' },
      {
        action: 'collStats',
        on: 'alerts',
        why: 'learns what of the alerts to skip, and whether they rolled over',
      },
      ...QUEUE,
    ],
  },
  { name: 'Worker', user: 'worker', grants: QUEUE },
];

/** A privilege as MongoDB has it. */
export interface Privilege {
  readonly resource: Resource;
  readonly actions: readonly string[];
}

/** A role for a certain topic. */
export interface TopicRole {
  /** Its name. */
  readonly role: string;
  /** The name of the user who is to have it. */
  readonly user: string;
  readonly privileges: readonly (Privilege & { readonly why: string })[];
}

/** What the roles are for, each "database.collection". */
export interface RoleTargets {
  readonly topic: string;
  readonly queue: string;
}

/** The roles for a topic and a queue. @param prefix what their names begin with */
export function rolesOf(targets: RoleTargets, prefix: string): TopicRole[] {
  const resources = resourcesOf(targets);
  return ROLES.map(({ name, user, grants }) => ({
    role: prefix + name,
    user: `${prefix}-${user}`,
    privileges: grants.map(({ action, on, why }) => ({ resource: resources[on], actions: [action], why })),
  }));
}

function resourcesOf({ topic, queue }: RoleTargets): Record<Grant['on'], Resource> {
  const { rules, alerts } = alertNames(topic, queue);
  const { database, jobs, dead } = namesOf({ name: queue });
  const { database: db, collection } = splitNamespace(topic);
  return {
    topic: { db, collection },
    'database of the topic': { db, collection: '' },
    rules: { db, collection: splitNamespace(rules).collection },
    alerts: { db, collection: splitNamespace(alerts).collection },
    queue: { db: database, collection: jobs },
    'dead letters': { db: database, collection: dead },
  };
}

/** The mongosh commands that make a user for each program; mongosh asks for the passwords. */
export function userCommands(roles: readonly TopicRole[]): string[] {
  const users = new Map<string, string[]>();
  for (const { user, role } of roles) users.set(user, [...(users.get(user) ?? []), role]);
  const database = JSON.stringify(ROLES_DATABASE);
  return [...users].map(
    ([user, names]) =>
      `db.getSiblingDB(${database}).createUser({ user: "${user}", pwd: passwordPrompt(), ` +
      `roles: [${names.map((name) => JSON.stringify(name)).join(', ')}] })`,
  );
}
