import { readFileSync } from 'node:fs';

/** Settings that may be in a file, named by the same with _FILE: an environment is shown by `docker inspect`. */
const names = ['MONGODB_URI', 'MONGODB_PASSWORD', 'AUTH_SECRET'];

/**
 * Settings that stand in files, such as secrets that were mounted. `MONGODB_PASSWORD` goes into `MONGODB_URI`, which
 * names the user: so the hosts stay a setting that all may read.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>} what to set
 * @throws {Error} of one line that names the setting
 */
export function fromFiles(env) {
  const found = {};
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new Error(`${name} and ${name}_FILE are both set: leave one of them out`);
    found[name] = read(path, name);
  }
  const { MONGODB_PASSWORD: password, ...settings } = found;
  if (password === undefined) return settings;
  return { ...settings, MONGODB_URI: withPassword(settings.MONGODB_URI ?? env.MONGODB_URI, password) };
}

function read(path, name) {
  let text;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}_FILE (${path}) can't be read: ${error.code}`, { cause: error });
  }
  if (text === '') throw new Error(`${name}_FILE (${path}) is empty`);
  return text;
}

function withPassword(uri, password) {
  const [, head, user, rest] = /^(mongodb(?:\+srv)?:\/\/)([^:@/]+)@(.*)$/.exec(uri ?? '') ?? [];
  if (!head) {
    throw new Error(
      'MONGODB_PASSWORD_FILE needs a MONGODB_URI with a user and no password: mongodb://user@host',
    );
  }
  return `${head}${user}:${encodeURIComponent(password)}@${rest}`;
}
