import { randomInt } from 'node:crypto';
import type {
  MongoClient,
  ServerDescription,
  ServerHeartbeatSucceededEvent,
  TopologyDescription,
} from 'mongodb';
import { LastWrites } from './last-writes.ts';
import { leastCrowded } from './least-crowded.ts';
import type { Leave } from './reopen-reason.ts';
import { ANY_MEMBER, rankOf, type TagSet } from './tag-sets.ts';

/**
 * A member this far behind the set is left for a fresher one. Readings are worth ±2 s: members report their last
 * write in whole seconds, once a heartbeat of a second. Flow control, mongod's own alarm, begins at 10 s.
 */
export const LAG_LIMIT_MS = 5_000;

/** A member that failed us is not tried again for this long, while there is another. */
const AVOID_MS = 5_000;

/** A tail that is well does not move to a member that lagged, was away or failed us within this: it may do so again. */
const STEADY_MS = 60_000;

export type MemberState = 'PRIMARY' | 'SECONDARY' | 'OTHER' | 'UNKNOWN';

const STATES: Partial<Record<ServerDescription['type'], MemberState>> = {
  RSPrimary: 'PRIMARY',
  RSSecondary: 'SECONDARY',
  RSOther: 'OTHER',
  RSGhost: 'OTHER',
};

/** A member that was chosen to read from. */
export interface Choice {
  /** "host:port", as the set's configuration has it. */
  readonly address: string;
  /** How often the member had changed its state when it was chosen: see {@link Members.reasonToLeave}. */
  readonly epoch: number;
  /** Why it is not a fresh secondary; undefined when it is. */
  readonly degraded: string | undefined;
}

/** How a member of the set is. */
export interface MemberLag {
  /** "host:port". */
  readonly address: string;
  readonly state: MemberState;
  /** The set's last write against the member's, in milliseconds (to the second: that is what members tell). */
  readonly lagMs: number;
}

export interface MembersOptions {
  /** Which secondaries may be read from, the most wanted first: see {@link parseTagSets}. By default all. */
  readonly tags?: readonly TagSet[];
  /** See {@link leastCrowded}; by default at random. */
  readonly seat?: number;
  /** How long ago a member's last trouble must be before a tail that is well moves to it, in milliseconds: 60 000. */
  readonly steadyMs?: number;
}

/** The replica set as the driver's monitor sees it: who is what, how far behind, and whom to read from. */
export class Members {
  readonly #client: MongoClient;
  readonly #tags: readonly TagSet[];
  readonly #seat: number;
  readonly #steadyMs: number;
  /** When each member last lagged, went away, or failed us. */
  readonly #trouble = new Map<string, number>();
  #fresh = new Set<string>();
  readonly #epochs = new Map<string, number>();
  readonly #avoid = new Map<string, number>();
  readonly #writes = new LastWrites();
  readonly #listeners = new Set<() => void>();
  #topology: TopologyDescription | undefined;

  /**
   * @param client of the whole set, not connected yet (its first news would be missed), with a
   *   `heartbeatFrequencyMS` of about a second: lag is known no sooner than that
   */
  constructor(client: MongoClient, options: MembersOptions = {}) {
    this.#client = client;
    this.#tags = options.tags ?? ANY_MEMBER;
    this.#seat = options.seat ?? randomInt(2 ** 31);
    this.#steadyMs = options.steadyMs ?? STEADY_MS;
    client.on('topologyDescriptionChanged', this.#changed);
    client.on('serverHeartbeatSucceeded', this.#heard);
  }

  close(): void {
    this.#client.off('topologyDescriptionChanged', this.#changed);
    this.#client.off('serverHeartbeatSucceeded', this.#heard);
  }

  /** Whether anybody takes writes now, as far as is known. */
  get hasPrimary(): boolean {
    return this.#data('RSPrimary').length > 0;
  }

  /** What the member is now. */
  state(address: string): MemberState {
    const type = this.#topology?.servers.get(address)?.type;
    return (type && STATES[type]) ?? 'UNKNOWN';
  }

  /** The set's last write against the member's, in milliseconds; undefined while unknown. */
  lagMs(address: string): number | undefined {
    return this.#writes.lagMs(address, addressesOf(this.#data()));
  }

  /**
   * All members that hold data, those included that don't answer now: their last write is the last one that we heard
   * of, so their lag grows. One that was never heard of is left out, and so are arbiters.
   */
  list(): MemberLag[] {
    return [...(this.#topology?.servers.keys() ?? [])].flatMap((address) => {
      const lagMs = this.lagMs(address);
      return lagMs === undefined ? [] : [{ address, state: this.state(address), lagMs }];
    });
  }

  /**
   * Whom to read from: the fresh secondary that has the most wanted tags, else the primary, else a secondary that
   * lags; undefined if there is none.
   *
   * @param tails how many tails members carry: see {@link leastCrowded}
   */
  choose(tails: ReadonlyMap<string, number> = new Map()): Choice | undefined {
    const fresh = this.candidates();
    if (fresh.length > 0) return this.#choice(fresh, undefined, tails);
    const primary = this.#data('RSPrimary');
    const secondaries = this.#secondaries();
    const tagged = rankOf({}, this.#tags) < Infinity ? '' : ' with the tags that are wanted';
    const without =
      secondaries.length > 0 ? `every secondary${tagged} lags behind` : `no secondary${tagged} is available`;
    if (primary.length > 0)
      return this.#choice(addressesOf(primary), `${without}: reading from the primary`, tails);
    if (secondaries.length > 0)
      return this.#choice(
        addressesOf(this.#willing(secondaries)),
        'the set has no primary, and this member lags',
        tails,
      );
    return undefined;
  }

  /**
   * The fresh secondaries among which to choose: those with the most wanted tags, without those that failed us lately
   * while there are others.
   *
   * @param how "steady": only those that have been so for a while
   */
  candidates(how: 'fresh' | 'steady' = 'fresh'): string[] {
    const fresh = this.#secondaries().filter(({ address }) => this.#fresh.has(address));
    const before = how === 'steady' ? performance.now() - this.#steadyMs : Infinity;
    const among = this.#willing(fresh).filter(
      ({ address }) => (this.#trouble.get(address) ?? -Infinity) <= before,
    );
    const best = Math.min(...among.map((server) => this.#rank(server)));
    return addressesOf(among.filter((server) => this.#rank(server) === best));
  }

  /**
   * Why a cursor on the chosen member should be closed and opened elsewhere: it changed its state (became primary,
   * rolled back, left), it lags, or it was a makeshift, of its state or its tags, and a better one is there. Undefined:
   * stay.
   */
  reasonToLeave(choice: Choice): Leave | undefined {
    const state = this.state(choice.address);
    // While the monitor is in doubt (UNKNOWN) the cursor itself tells whether it still works. Once it is sure again,
    // the member may have rolled back in between: idle cursors survive that (SERVER-47086), so open another.
    if (this.#epoch(choice.address) !== choice.epoch && state !== 'UNKNOWN') {
      return { code: 'member_changed_state', why: `${choice.address} changed its state, to ${state}` };
    }
    const better = this.choose();
    // Of a set without a primary nobody knows how far it is: of two members that lag none is better.
    if (!better || (better.degraded && this.state(better.address) !== 'PRIMARY')) return undefined;
    if (choice.degraded && !better.degraded)
      return { code: 'better_member', why: 'a secondary is available again' };
    const lag = this.lagMs(choice.address) ?? 0;
    if (lag > LAG_LIMIT_MS)
      return { code: 'member_lags', why: `${choice.address} is ${lag} ms behind the set` };
    if (better.degraded) return undefined;
    const [wanted] = this.candidates('steady');
    if (wanted === undefined || this.#rankOf(wanted) >= this.#rankOf(choice.address)) return undefined;
    return { code: 'better_member', why: `${wanted} has tags that are wanted more` };
  }

  /** Prefers other members for a while: this one failed us, whatever the monitor says of it. */
  avoid(address: string): void {
    const now = performance.now();
    this.#avoid.set(address, now + AVOID_MS);
    this.#trouble.set(address, now);
  }

  /** Resolves at the next news of the set, or when the signal aborts. */
  async changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#listeners.add(done);
      signal.addEventListener('abort', done);
    });
  }

  readonly #changed = ({ newDescription }: { newDescription: TopologyDescription }): void => {
    for (const [address, server] of newDescription.servers) {
      const before = this.#topology?.servers.get(address)?.type;
      if (before && before !== server.type) this.#epochs.set(address, this.#epoch(address) + 1);
    }
    this.#topology = newDescription;
    this.#refresh();
    for (const listener of this.#listeners) listener();
  };

  /** The last write comes with each heartbeat, but the driver calls no description changed for it. */
  readonly #heard = ({ connectionId, reply }: ServerHeartbeatSucceededEvent): void => {
    const written = reply['lastWrite']?.lastWriteDate;
    // An arbiter holds nothing, and tells 1970.
    if (written && !reply['arbiterOnly']) this.#writes.hear(connectionId, Number(written));
    this.#refresh();
    for (const listener of this.#listeners) listener();
  };

  #epoch(address: string): number {
    return this.#epochs.get(address) ?? 0;
  }

  #data(...types: ServerDescription['type'][]): ServerDescription[] {
    const wanted = types.length > 0 ? types : (['RSPrimary', 'RSSecondary'] as const);
    return [...(this.#topology?.servers.values() ?? [])].filter(({ type }) =>
      wanted.some((want) => want === type),
    );
  }

  /** Which secondaries are fresh now. */
  #refresh(): void {
    const fresh = addressesOf(this.#data('RSSecondary')).filter(
      (address) => (this.lagMs(address) ?? 0) <= LAG_LIMIT_MS,
    );
    const before = this.#fresh;
    this.#fresh = new Set(fresh);
    for (const address of before)
      if (!this.#fresh.has(address)) this.#trouble.set(address, performance.now());
  }

  /** Those that have wanted tags. */
  #secondaries(): ServerDescription[] {
    return this.#data('RSSecondary').filter((server) => this.#rank(server) < Infinity);
  }

  #rank({ tags }: ServerDescription): number {
    return rankOf(tags, this.#tags);
  }

  #rankOf(address: string): number {
    const server = this.#topology?.servers.get(address);
    return server ? this.#rank(server) : Infinity;
  }

  /** Without those that failed us lately, where there are others. */
  #willing(servers: readonly ServerDescription[]): readonly ServerDescription[] {
    const now = performance.now();
    const willing = servers.filter(({ address }) => (this.#avoid.get(address) ?? 0) <= now);
    return willing.length > 0 ? willing : servers;
  }

  #choice(
    addresses: readonly string[],
    degraded: string | undefined,
    tails: ReadonlyMap<string, number>,
  ): Choice {
    const address = leastCrowded(addresses, tails, this.#seat);
    return { address, epoch: this.#epoch(address), degraded };
  }
}

function addressesOf(servers: readonly ServerDescription[]): string[] {
  return servers.map(({ address }) => address);
}
