import { join } from 'node:path';

import build from './build.mjs';
import { onEnding } from './ending.mjs';
import { Program } from './program.mjs';
import { root } from './root.mjs';

// A terminal's Ctrl-C reaches us twice, from the terminal and from npm: what comes so soon is not a second one.
const sameSignalMs = 1000;

/**
 * `npm start`: everything at once, on a replica set of its own or on that of MONGODB_URI, until Ctrl-C, SIGTERM, the
 * end of npm, or the end of one of its programs. Then the publisher ends, then the server, then the set.
 *
 * @param {string[]} args `--fresh` empties the replica set's data first
 */
export default async function start(args) {
  const fresh = readArguments(args);
  let leave = exit;
  onEnding(() => leave());

  await build();
  const set = process.env.MONGODB_URI ? undefined : await startSet(fresh);
  const uri = set?.uri ?? process.env.MONGODB_URI;
  const env = { MONGODB_URI: uri };
  const server = new Program('The server', 'server/dist/main.js', env);
  const publisher = new Program('The publisher', 'publisher/dist/main.js', env, { quiet: true });
  server.onMessage(({ type, url }) => {
    if (type === 'ready') console.log(`\n  Dashboard    ${url}\n  Replica set  ${withoutPassword(uri)}\n`);
  });

  const failure = await new Promise((resolve) => {
    leave = () => resolve(undefined);
    server.exited.then(resolve);
    // One that has nothing more to publish is no reason to take the dashboard away.
    publisher.exited.then((line) => publisher.failed && resolve(line));
  });
  const since = Date.now();
  leave = () => {
    if (Date.now() - since < sameSignalMs) return;
    server.kill();
    publisher.kill();
    process.exit(1); // the set's guard sees that, and ends the set
  };
  if (failure) console.error(`${failure} Stopping.`);
  await publisher.stop(3000);
  await server.stop(11_000); // it drains for 10 s at most
  await set?.stop();
  process.exit(failure ? 1 : 0);
}

/** Until there is anything to end in order. A set that just starts has its guard. */
function exit() {
  process.exit(1);
}

function readArguments(args) {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown)
    throw new Error(
      `npm start knows no "${unknown}", only --fresh, which empties the data of its replica set.`,
    );
  const fresh = args.includes('--fresh');
  if (fresh && process.env.MONGODB_URI) {
    throw new Error(
      '--fresh empties the data of our own replica set, but MONGODB_URI names another: leave one of them out.',
    );
  }
  return fresh;
}

async function startSet(fresh) {
  const { findMongod, ReplicaSet } = await import('@ticker/mongo/embedded');
  const mongod = await findMongod({ log: console.log });
  console.log(`Starting a replica set of MongoDB ${mongod.version} …`);
  return ReplicaSet.start({ mongod, dataDir: join(root, '.data'), fresh, log: console.log });
}

function withoutPassword(uri) {
  return uri.replace(/\/\/[^@/]*@/, '//');
}
