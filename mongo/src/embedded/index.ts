export { cacheFolder, keep, kept, sha256, type Hashes } from './cache.ts';
export { Guard, type Exit, type Program, type Running } from './guard.ts';
export { Member } from './member.ts';
export { findMongod, type Mongod, type Search } from './mongod.ts';
export { choosePorts, isOpen } from './port.ts';
export { ReplicaSet, type ReplicaSetOptions } from './replica-set.ts';
export { run, type RunOptions } from './run.ts';
