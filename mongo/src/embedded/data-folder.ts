import { createHmac, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { Mongod } from './mongod.ts';

/** What a data folder says about itself. */
interface Note {
  /** major.minor of the mongod that wrote it: data files are not for any other. */
  mongodb: string;
  /** The members' ports, kept so that the set's URI stays the same from run to run. */
  ports: number[];
}

/** What a set with authentication keeps secret. */
export interface Secrets {
  /** mongod's `--keyFile`, which only its owner may read. */
  keyFile: string;
  /** What is in it: by it the members know each other. */
  key: string;
  /** The password of the set's administrator: another one in each folder, the same from run to run. */
  password: string;
}

const noteName = 'replica-set.json';
const keyName = 'key';

/** Where a replica set keeps its data. */
export class DataFolder {
  readonly path: string;
  readonly temporary: boolean;

  /** @param path the folder, made where it is missing; without one, a temporary folder */
  constructor(path?: string) {
    this.temporary = path === undefined;
    this.path = path === undefined ? mkdtempSync(join(tmpdir(), 'ticker-')) : resolve(path);
    mkdirSync(this.path, { recursive: true });
  }

  /**
   * The ports of the last run, none in a new folder.
   *
   * @throws Error when the folder is another program's, or of another version of MongoDB or number of members
   */
  ports(mongod: Mongod, nodes: number): number[] {
    const note = this.#note();
    if (!note) return [];
    const version = minor(mongod.version);
    if (note.mongodb !== version) {
      throw new Error(
        `The data in ${this.path} was written by MongoDB ${note.mongodb}, this mongod is ${version}: ` +
          `start with --fresh, or set MONGOD_BINARY to a mongod ${note.mongodb}.`,
      );
    }
    if (note.ports.length !== nodes) {
      throw new Error(
        `${this.path} holds a replica set of ${note.ports.length} members, not ${nodes}: start with --fresh.`,
      );
    }
    return note.ports;
  }

  /** Writes down what the next start has to know. */
  remember(mongod: Mongod, ports: number[]): void {
    const note: Note = { mongodb: minor(mongod.version), ports };
    const path = join(this.path, noteName);
    // All or nothing: a start that is killed here must not hinder the next.
    writeFileSync(`${path}.new`, `${JSON.stringify(note)}\n`);
    renameSync(`${path}.new`, path);
  }

  /** The set's secrets, made at the first call; only after {@link remember}. */
  secrets(): Secrets {
    const keyFile = join(this.path, keyName);
    if (!existsSync(keyFile)) {
      rmSync(`${keyFile}.new`, { force: true });
      writeFileSync(`${keyFile}.new`, randomBytes(48).toString('hex'), { mode: 0o400 });
      renameSync(`${keyFile}.new`, keyFile);
    }
    const key = readFileSync(keyFile, 'utf8');
    return { keyFile, key, password: createHmac('sha256', key).update('admin').digest('hex') };
  }

  /** Removes everything that is in it; a folder that is not ours is left alone, with an error. */
  empty(): void {
    this.#note();
    for (const name of readdirSync(this.path)) rmSync(join(this.path, name), { recursive: true });
  }

  #note(): Note | undefined {
    const names = readdirSync(this.path);
    if (names.every((name) => name === `${noteName}.new`)) return undefined;
    if (names.includes(noteName)) return JSON.parse(readFileSync(join(this.path, noteName), 'utf8')) as Note;
    throw new Error(`${this.path} holds files that are no replica set of ours: choose another folder.`);
  }
}

/** "8.0" of "8.0.12". */
function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
