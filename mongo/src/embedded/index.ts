export { cacheFolder, keep, kept, sha256, type Hashes } from './cache.ts';
export { Member } from './member.ts';
export { findMongod, type Mongod, type Search } from './mongod.ts';
export { ReplicaSet, type ReplicaSetOptions } from './replica-set.ts';
