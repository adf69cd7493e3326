import type { Document } from 'mongodb';

/** Something that a role must not be able to do. */
export interface Forbidden {
  /** As in docs/mongodb-roles.md. */
  readonly what: string;
  readonly database?: string;
  readonly command: Document;
  /** For this role only; the other may do it. */
  readonly role?: 'tickerPublisher' | 'tickerServer';
}

const documents = [{ price: 1 }];
const everything = { q: {}, limit: 0 };

/** What neither program may do; without a database, it is done in the topic's. */
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
  { what: 'insert a tick', command: { insert: 'ticker', documents }, role: 'tickerServer' },
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
  { what: 'list the indexes', command: { listIndexes: 'ticker' }, role: 'tickerServer' },
  {
    what: "read the topic's size",
    command: { aggregate: 'ticker', pipeline: [{ $collStats: { storageStats: {} } }], cursor: {} },
    role: 'tickerPublisher',
  },
  {
    what: 'watch the topic by a change stream',
    command: { aggregate: 'ticker', pipeline: [{ $changeStream: {} }], cursor: {} },
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
  {
    what: 'change its own password',
    database: 'admin',
    command: { updateUser: 'tickerPublisher', pwd: 'x' },
    role: 'tickerPublisher',
  },
  {
    what: 'change its own password',
    database: 'admin',
    command: { updateUser: 'tickerServer', pwd: 'x' },
    role: 'tickerServer',
  },
  {
    what: 'give itself a role',
    database: 'admin',
    command: { grantRolesToUser: 'tickerPublisher', roles: ['root'] },
    role: 'tickerPublisher',
  },
  {
    what: 'give itself a role',
    database: 'admin',
    command: { grantRolesToUser: 'tickerServer', roles: ['root'] },
    role: 'tickerServer',
  },
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
