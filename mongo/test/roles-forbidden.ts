import type { Document } from 'mongodb';

/** Something that a role must not be able to do. */
export interface Forbidden {
  /** As in docs/mongodb-roles.md. */
  readonly what: string;
  readonly database?: string;
  readonly command: Document;
  /** It may do it. */
  readonly but?: RoleName;
  /** For this role only. */
  readonly role?: RoleName;
}

export const ROLE_NAMES = ['tickerPublisher', 'tickerServer', 'tickerAlerts', 'tickerWorker'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

const documents = [{ price: 1 }];
const everything = { q: {}, limit: 0 };

/** What no program may do; without a database, it is done in the topic's. */
export const FORBIDDEN: readonly Forbidden[] = [
  {
    what: 'change a tick',
    command: { update: 'ticker', updates: [{ q: {}, u: { $set: { price: 1 } } }] },
  },
  {
    what: 'change a tick by findAndModify',
    command: { findAndModify: 'ticker', query: {}, update: { $set: { price: 1 } } },
  },
  { what: 'remove ticks', command: { delete: 'ticker', deletes: [everything] } },
  { what: 'insert a tick', command: { insert: 'ticker', documents }, but: 'tickerPublisher' },
  {
    what: 'insert past a validator',
    command: { insert: 'ticker', documents, bypassDocumentValidation: true },
  },
  {
    what: 'write by $merge',
    command: { aggregate: 'ticker', pipeline: [{ $merge: { into: 'other' } }], cursor: {} },
  },
  {
    what: 'write by $out',
    command: { aggregate: 'ticker', pipeline: [{ $out: 'other' }], cursor: {} },
  },
  { what: 'drop the topic', command: { drop: 'ticker' } },
  {
    what: 'rename the topic',
    database: 'admin',
    command: { renameCollection: 'finance.ticker', to: 'finance.x' },
  },
  { what: 'resize the topic by collMod', command: { collMod: 'ticker', cappedSize: 4096 } },
  { what: 'convert the topic', command: { convertToCapped: 'ticker', size: 4096 } },
  {
    what: 'make an index',
    command: { createIndexes: 'ticker', indexes: [{ key: { price: 1 }, name: 'price_1' }] },
  },
  { what: 'drop the index', command: { dropIndexes: 'ticker', index: 'time_1' } },
  { what: 'list the indexes', command: { listIndexes: 'ticker' }, but: 'tickerPublisher' },
  {
    what: "read the topic's size",
    command: { aggregate: 'ticker', pipeline: [{ $collStats: { storageStats: {} } }], cursor: {} },
    but: 'tickerServer',
  },
  {
    what: 'watch the topic by a change stream',
    command: { aggregate: 'ticker', pipeline: [{ $changeStream: {} }], cursor: {} },
    but: 'tickerServer',
  },
  { what: 'make another collection', command: { create: 'other2' } },
  { what: 'make a capped collection', command: { create: 'other2', capped: true, size: 4096 } },
  { what: 'make a view', command: { create: 'other2', viewOn: 'ticker', pipeline: [] } },
  { what: 'drop the database', command: { dropDatabase: 1 } },
  { what: "read the database's size", command: { dbStats: 1 } },
  { what: 'read another collection', command: { find: 'other' } },
  {
    what: 'read another collection by $lookup',
    command: {
      aggregate: 'ticker',
      pipeline: [{ $lookup: { from: 'other', as: 'x', pipeline: [] } }],
      cursor: {},
    },
  },
  { what: 'write another collection', command: { insert: 'other', documents } },
  { what: 'read another database', database: 'else', command: { find: 'secret' } },
  { what: 'write another database', database: 'else', command: { insert: 'secret', documents } },
  { what: "list another database's collections", database: 'else', command: { listCollections: 1 } },
  {
    what: 'list all databases',
    database: 'admin',
    command: { listDatabases: 1, authorizedDatabases: false },
  },
  { what: 'read the oplog', database: 'local', command: { find: 'oplog.rs' } },
  { what: 'list users', database: 'admin', command: { usersInfo: 1 } },
  { what: 'read the stored credentials', database: 'admin', command: { find: 'system.users' } },
  { what: 'make a user', database: 'admin', command: { createUser: 'x', pwd: 'x', roles: [] } },
  ...ROLE_NAMES.flatMap((role): Forbidden[] => [
    {
      what: 'change its own password',
      database: 'admin',
      command: { updateUser: role, pwd: 'x' },
      role,
    },
    {
      what: 'give itself a role',
      database: 'admin',
      command: { grantRolesToUser: role, roles: ['root'] },
      role,
    },
  ]),
  { what: 'change an alert', command: { update: 'alerts', updates: [{ q: {}, u: { $set: { note: '' } } }] } },
  { what: 'remove alerts', command: { delete: 'alerts', deletes: [everything] } },
  { what: 'drop the alerts', command: { drop: 'alerts' } },
  { what: 'resize the alerts by collMod', command: { collMod: 'alerts', cappedSize: 4096 } },
  { what: 'read alerts', command: { find: 'alerts' }, but: 'tickerAlerts' },
  { what: 'insert an alert', command: { insert: 'alerts', documents }, but: 'tickerAlerts' },
  { what: 'read rules', command: { find: 'rules' }, but: 'tickerAlerts' },
  { what: 'write a rule', command: { insert: 'rules', documents }, but: 'tickerAlerts' },
  { what: 'drop the rules', command: { drop: 'rules' } },
  {
    what: 'watch all of the database',
    command: { aggregate: 1, pipeline: [{ $changeStream: {} }], cursor: {} },
  },
  { what: 'drop the queue', database: 'work', command: { drop: 'queue' } },
  {
    what: 'change how long finished jobs stay',
    database: 'work',
    command: { collMod: 'queue', index: { keyPattern: { endTime: 1 }, expireAfterSeconds: 1 } },
  },
  { what: "list the queue's indexes", database: 'work', command: { listIndexes: 'queue' } },
  { what: 'make another collection beside the queue', database: 'work', command: { create: 'other' } },
  {
    what: 'watch the dead letters by a change stream',
    database: 'work',
    command: { aggregate: 'dead', pipeline: [{ $changeStream: {} }], cursor: {} },
  },
  ...(['tickerPublisher', 'tickerServer'] as const).flatMap((role): Forbidden[] => [
    { what: 'read the queue', database: 'work', command: { find: 'queue' }, role },
    { what: 'read the dead letters', database: 'work', command: { find: 'dead' }, role },
    { what: 'enqueue a job', database: 'work', command: { insert: 'queue', documents }, role },
  ]),
  ...(['tickerAlerts', 'tickerWorker'] as const).flatMap((role): Forbidden[] => [
    { what: 'read ticks', command: { find: 'ticker' }, role },
    { what: "list the collections of the topic's database", command: { listCollections: 1 }, role },
  ]),
  { what: 'make a role', database: 'admin', command: { createRole: 'x', privileges: [], roles: [] } },
  { what: "see others' operations", database: 'admin', command: { currentOp: 1 } },
  { what: "end others' sessions", database: 'admin', command: { killAllSessions: [] } },
  { what: 'read serverStatus', database: 'admin', command: { serverStatus: 1 } },
  { what: "read mongod's settings", database: 'admin', command: { getCmdLineOpts: 1 } },
  { what: "read mongod's log", database: 'admin', command: { getLog: 'global' } },
  { what: "change mongod's settings", database: 'admin', command: { setParameter: 1, logLevel: 1 } },
  { what: "read the set's state", database: 'admin', command: { replSetGetStatus: 1 } },
  { what: 'have the primary step down', database: 'admin', command: { replSetStepDown: 1 } },
  { what: 'shut mongod down', database: 'admin', command: { shutdown: 1 } },
];
