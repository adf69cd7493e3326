import { splitNamespace } from './namespace.ts';

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
  readonly on: 'topic' | 'database of the topic';
  /** What breaks without it. */
  readonly why: string;
}

/** What one of our programs may do in MongoDB. */
export interface Role {
  /** The prefix and this are its name: "tickerPublisher". */
  readonly name: string;
  readonly grants: readonly Grant[];
}

/**
 * What each program may do, and nothing else. Found by measuring: each began with no right, and got what mongod
 * refused it, one action after the other (`roles.mongo.test.ts` takes each away again, and sees it missed).
 */
export const ROLES: readonly Role[] = [
  {
    name: 'Publisher',
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
    ],
  },
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
  readonly privileges: readonly (Privilege & { readonly why: string })[];
}

/** The roles for a topic, "database.collection". @param prefix what their names begin with */
export function rolesOf(topic: string, prefix: string): TopicRole[] {
  return ROLES.map(({ name, grants }) => ({
    role: prefix + name,
    privileges: grants.map(({ action, on, why }) => ({
      resource: resourceOf(topic, on),
      actions: [action],
      why,
    })),
  }));
}

function resourceOf(topic: string, on: Grant['on']): Resource {
  const { database: db, collection } = splitNamespace(topic);
  return { db, collection: on === 'topic' ? collection : '' };
}

/** The mongosh commands that make a user for each role; mongosh asks for the passwords. */
export function userCommands(roles: readonly TopicRole[]): string[] {
  return roles.map(({ role }) => {
    const user = role.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const database = JSON.stringify(ROLES_DATABASE);
    return `db.getSiblingDB(${database}).createUser({ user: "${user}", pwd: passwordPrompt(), roles: ["${role}"] })`;
  });
}
