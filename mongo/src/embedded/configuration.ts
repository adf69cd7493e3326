import type { Document } from 'mongodb';

import type { Member } from './member.ts';

/** The settings of a set that {@link configure} sees to. */
export interface Settings {
  name: string;
  /** Milliseconds without a heartbeat of the primary after which the others elect one. */
  electionTimeoutMs: number;
}

const notYetInitialized = 94;

/** Gives the members of a set their configuration: initiates a new set, and changes the settings of an old one. */
export async function configure(members: readonly Member[], settings: Settings): Promise<void> {
  const wanted: Timing = {
    electionTimeoutMillis: settings.electionTimeoutMs,
    // Four heartbeats in an election timeout; mongod's own default is one every 2 s.
    heartbeatIntervalMillis: Math.min(2000, Math.ceil(settings.electionTimeoutMs / 4)),
  };
  const [first] = members as [Member];
  const config = await configuration(first);
  if (!config) {
    const hosts = members.map((member, _id) => ({ _id, host: member.address }));
    await first.command({ replSetInitiate: { _id: settings.name, members: hosts, settings: wanted } });
  } else if (!isCurrent(config, wanted)) {
    const changed = { ...(config['settings'] as Document), ...wanted };
    // By force, since there is no primary yet that could do it in the ordinary way.
    const replSetReconfig = { ...config, version: (config['version'] as number) + 1, settings: changed };
    await first.command({ replSetReconfig, force: true });
  }
}

interface Timing {
  electionTimeoutMillis: number;
  heartbeatIntervalMillis: number;
}

async function configuration(member: Member): Promise<Document | undefined> {
  try {
    return (await member.command({ replSetGetConfig: 1 }))['config'] as Document;
  } catch (error) {
    if ((error as { code?: unknown }).code === notYetInitialized) return undefined;
    throw error;
  }
}

function isCurrent(config: Document, wanted: Timing): boolean {
  const settings = config['settings'] as Timing;
  return (
    settings.electionTimeoutMillis === wanted.electionTimeoutMillis &&
    settings.heartbeatIntervalMillis === wanted.heartbeatIntervalMillis
  );
}
