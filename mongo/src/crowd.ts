import type { MongoClient } from 'mongodb';
import { countTails } from './count-tails.ts';
import type { Choice, Members } from './members.ts';
import type { Leave } from './reopen-reason.ts';

/** When the first look at the others is due, and the next ones, in milliseconds; as long again at most, by chance. */
export interface Looks {
  readonly firstMs: number;
  readonly nextMs: number;
}

/**
 * Soon after the start, since processes that start together don't see one another. Then seldom: a move costs a scan of
 * the topic, during which ticks are late.
 */
const LOOKS: Looks = { firstMs: 10_000, nextMs: 60_000 };

export interface CrowdOptions {
  readonly uri: string;
  /** Of the whole set. */
  readonly client: MongoClient;
  readonly members: Members;
  /** "database.collection". */
  readonly topic: string;
  readonly looks?: Looks | undefined;
  readonly random?: () => number;
}

/**
 * Spreads the tails of all processes over the members that are equally good. Nobody keeps a list of processes: mongod
 * knows whose cursors it has. A tail that chooses takes the member with the fewest; a tail that sits where there are
 * at least two more than elsewhere moves. Each move makes the difference smaller, so it ends, and looks are at
 * moments of each process' own, so that not all move at once.
 */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #random: () => number;
  #next: number;
  #better: { readonly from: string; readonly why: string } | undefined;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#next = this.#due('firstMs');
  }

  /** Whom to read from; undefined if there is nobody. Takes a second at most, nothing where there is no choice. */
  async choose(): Promise<Choice | undefined> {
    const { members } = this.#options;
    this.#better = undefined;
    const among = members.candidates();
    if (among.length < 2) return members.choose();
    return members.choose(await this.#count(among));
  }

  /** Why a tail on the chosen member should move though that one is well. Never waits: the members are asked meanwhile. */
  reasonToLeave({ address }: Choice): Leave | undefined {
    if (performance.now() >= this.#next) {
      this.#next = this.#due('nextMs');
      void this.#look(address);
    }
    if (this.#better?.from !== address) return undefined;
    const { why } = this.#better;
    this.#better = undefined;
    return { code: 'member_crowded', why };
  }

  async #look(address: string): Promise<void> {
    const among = this.#options.members.candidates('steady');
    if (among.length < 2 || !among.includes(address)) return;
    const tails = await this.#count(among);
    const here = tails.get(address) ?? 0;
    const fewest = Math.min(...tails.values());
    if (here - fewest < 2) return;
    this.#better = { from: address, why: `${address} carries ${here} tails, another member ${fewest}` };
  }

  #count(addresses: readonly string[]): Promise<Map<string, number>> {
    const { uri, client, topic } = this.#options;
    return countTails(uri, client, addresses, topic);
  }

  #due(which: keyof Looks): number {
    const { [which]: ms } = this.#options.looks ?? LOOKS;
    return performance.now() + ms * (1 + this.#random());
  }
}
