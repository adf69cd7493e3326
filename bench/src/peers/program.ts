import { execFile } from 'node:child_process';
import { debianPackage, type DebianProgram } from './debian-package.ts';
import { NotToBeHad } from './not-to-be-had.ts';

/** A program of somebody else's to run beside ours. */
export interface Program {
  readonly path: string;
  /** What its process needs in its environment on top of ours. */
  readonly env: Record<string, string>;
  readonly version: string;
}

/** Which program, and how its version is asked for. */
export interface Wanted extends DebianProgram {
  /** As it is found on PATH. */
  readonly name: string;
  readonly versionArgs: readonly string[];
  /** Its first group is the version in what the program then prints. */
  readonly version: RegExp;
}

/**
 * The program on PATH, else Debian's package of it.
 *
 * @throws NotToBeHad with one line that says what was tried
 */
export async function findProgram(
  wanted: Wanted,
  log: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Program> {
  const installed = await probe(wanted, wanted.name, {}, env);
  if (installed) return installed;
  try {
    const { path, env: own } = await debianPackage(wanted, log, env);
    const unpacked = await probe(wanted, path, own, env);
    if (!unpacked) throw new Error(`${path} does not run here`);
    return unpacked;
  } catch (cause) {
    const why = `not on PATH; Debian's package: ${(cause as Error).message}`;
    throw new NotToBeHad(`${wanted.name} is not to be had here: ${why}`, { cause });
  }
}

/** The program, if it runs and says its version. Some exit with an error after that: not our matter. */
function probe(wanted: Wanted, path: string, own: Record<string, string>, env: NodeJS.ProcessEnv) {
  return new Promise<Program | undefined>((resolve) => {
    const options = { env: { ...env, ...own }, timeout: 10_000 };
    execFile(path, [...wanted.versionArgs], options, (_error, stdout, stderr) => {
      const version = wanted.version.exec(stdout + stderr)?.[1];
      resolve(version === undefined ? undefined : { path, env: own, version });
    });
  });
}
