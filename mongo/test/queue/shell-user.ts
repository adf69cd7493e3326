import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const mongosh = join(
  dirname(createRequire(import.meta.url).resolve('mongosh/package.json')),
  'bin/mongosh.js',
);

/**
 * Runs a script in mongosh, with a home of its own: it would write its settings and a log into ours.
 *
 * @returns what it printed by `print(EJSON.stringify(…))`, a value a line
 * @throws Error with what mongosh said
 */
export async function inMongosh(uri: string, script: string): Promise<unknown[]> {
  const home = mkdtempSync(join(tmpdir(), 'ticker-mongosh-'));
  try {
    mkdirSync(join(home, '.mongodb/mongosh'), { recursive: true });
    writeFileSync(join(home, '.mongodb/mongosh/config'), '{"enableTelemetry":false}');
    const file = join(home, 'script.js');
    writeFileSync(file, script);
    const { stdout } = await run(process.execPath, [mongosh, '--quiet', '--norc', uri, file], {
      env: { ...process.env, HOME: home, USERPROFILE: home },
    });
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{') || line.startsWith('[') || line === 'null')
      .map((line) => JSON.parse(line) as unknown);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
