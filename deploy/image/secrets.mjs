import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The users of the images: whoever owns a secret is the only one who may read it. */
const owners = { node: 1000, mongodb: Number(process.env.MONGO_UID || 999), grafana: 472 };

/** 256 bits, in letters that need no escaping anywhere. */
const password = () => randomBytes(32).toString('base64url');
/** What mongod takes: 6 to 1024 characters of base64. */
const key = () => randomBytes(756).toString('base64');

/**
 * Makes the secrets of docker-compose.yml that are missing, each of them once; those that are there stay.
 *
 * @param {string} [folder] below it a volume each, which only those programs mount that need what is in it
 * @param {typeof owners} [owner] ids of the users
 * @returns {number} the exit code
 * @throws {Error} where the members' key is not the one that `init` has
 */
export function makeSecrets(folder = '/secrets', owner = owners) {
  const ensure = (name, uid, make) => ensureIn(folder, name, uid, make);
  const keyFile = ensure('mongo/keyfile', owner.mongodb, key);
  // A copy, since mongod refuses a key that any other user may read.
  const copy = ensure('admin/keyfile', owner.node, () => keyFile);
  if (copy !== keyFile)
    throw new Error('the volumes mongo-secrets and admin-secrets hold different keys: remove the wrong one');
  for (const user of ['admin', 'publisher', 'server', 'worker']) {
    ensure(`${user}/mongodb-password`, owner.node, password);
  }
  ensure('server/auth-secret', owner.node, password);
  ensure('grafana/admin-password', owner.grafana, password);
  return 0;
}

function ensureIn(folder, name, uid, make) {
  const path = join(folder, name);
  try {
    const text = readFileSync(path, 'utf8');
    // Another image may run as another user (MONGO_UID).
    if (statSync(path).uid !== uid) chownSync(path, uid, uid);
    return text;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const text = make();
  // Whole or not at all, and on the disk before a member or a user is made with it.
  const draft = `${path}.draft`;
  // Of a start that was cut short. It can't be opened again, not even by root: the container has no DAC_OVERRIDE.
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o400);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  chownSync(draft, uid, uid);
  renameSync(draft, path);
  console.log(`made ${name}`);
  return text;
}
