// Starts a replica set and prints where its processes are; then it waits for what its test does to it.
// The built code, since Node runs no TypeScript.
import { findMongod, ReplicaSet } from '../../dist/embedded/index.js';

const [dataDir] = process.argv.slice(2);
const mongod = await findMongod();
const set = await ReplicaSet.start({ mongod, nodes: 1, ...(dataDir && { dataDir }) });
const { parsed } = await set.members[0].command({ getCmdLineOpts: 1 });
console.log(JSON.stringify({ pids: set.members.map((member) => member.pid), folder: parsed.storage.dbPath }));
