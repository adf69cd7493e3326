import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { connectionString } from './connection-string.ts';
import type { DataFolder, Secrets } from './data-folder.ts';
import type { Mongod } from './mongod.ts';

/** Ours take 150 ms at most. mongod looks for ones that are over twice in that time. */
const TRANSACTION_SECONDS = 10;

/** What a member needs to run, the same at each of its starts. */
export interface MemberProgram {
  path: string;
  /** mongod's arguments. */
  args: string[];
  env: Record<string, string>;
  /** The file that its output is appended to. */
  log: string;
  /** The folder of its data. */
  data: string;
  port: number;
  /** The connection string by which this very member is commanded, with every right. */
  uri: string;
}

/** What mongod is told on top of what every member is. */
export interface ProgramOptions {
  mongod: Mongod;
  name: string;
  setParameter: Record<string, string | number | boolean>;
  args: string[];
  /** With them the member lets nobody in who can't prove who they are. */
  secrets: Secrets | undefined;
  /** Options of every connection string. */
  query: Record<string, string>;
}

/** The program of member `index` of a set, with its folder made and the log of its last run removed. */
export function memberProgram(
  folder: DataFolder,
  index: number,
  port: number,
  { mongod, name, setParameter, args, secrets, query }: ProgramOptions,
): MemberProgram {
  const data = join(folder.path, `member-${index + 1}`);
  const log = `${data}.log`;
  mkdirSync(data, { recursive: true });
  rmSync(log, { force: true });
  const parameters = {
    diagnosticDataCollectionEnabled: false,
    // How long a member that is told to end waits for others to notice: nobody needs the default's 15 s here.
    shutdownTimeoutMillisForSignaledShutdown: 100,
    // What a killed process was about to commit is locked for so long: of rules that it was firing, the default's 60 s
    // would be a minute in which nobody fires them.
    transactionLifetimeLimitSeconds: TRANSACTION_SECONDS,
    ...setParameter,
  };
  return {
    path: mongod.path,
    env: mongod.env,
    log,
    data,
    port,
    // Who has the key is a member too, and is believed before there is a set, or a user in it.
    uri: connectionString(
      [`127.0.0.1:${port}`],
      { directConnection: 'true', ...(secrets && { authSource: 'local' }), ...query },
      secrets && { user: '__system', password: secrets.key },
    ),
    args: [
      '--quiet',
      '--nounixsocket',
      '--bind_ip=127.0.0.1',
      `--port=${port}`,
      `--dbpath=${data}`,
      `--replSet=${name}`,
      // A default mongod takes half of the memory and 5 % of the disk: of three, a laptop would notice.
      '--wiredTigerCacheSizeGB=0.25',
      '--oplogSize=256',
      ...(secrets ? [`--keyFile=${secrets.keyFile}`] : []),
      ...Object.entries(parameters).flatMap(([parameter, value]) => [
        '--setParameter',
        `${parameter}=${value}`,
      ]),
      ...args,
    ],
  };
}

/** The same member outside its set: it starts on any port, and lets its configuration be changed. */
export function standalone(program: MemberProgram): MemberProgram {
  return { ...program, args: program.args.filter((arg) => !arg.startsWith('--replSet=')) };
}
