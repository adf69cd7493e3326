import { setTimeout as wait } from 'node:timers/promises';

import type { Member } from './member.ts';

const pollMs = 25;
const patienceMs = 30_000;

/** Who is what at this moment; a member that is neither (starting, rolling back, down) is in `others`. */
export interface Roles {
  primary: Member | undefined;
  secondaries: Member[];
  others: Member[];
}

/** Asks every member for its own view of itself. Members that are down or paused are in `others`. */
export async function roles(members: readonly Member[]): Promise<Roles> {
  const result: Roles = { primary: undefined, secondaries: [], others: [] };
  const hellos = await Promise.all(
    members.map((member) => (member.responsive ? member.command({ hello: 1 }).catch(() => ({})) : {})),
  );
  for (const [index, member] of members.entries()) {
    const hello = hellos[index] as { isWritablePrimary?: boolean; secondary?: boolean };
    // A second one: just woken, it does not know yet that the others have elected another.
    if (hello.isWritablePrimary && !result.primary) result.primary = member;
    else if (hello.secondary) result.secondaries.push(member);
    else result.others.push(member);
  }
  return result;
}

/**
 * Asks until `done` likes the answer.
 *
 * @param what for the error: what is waited for
 * @throws Error that lists the members and their roles when 30 s were not enough
 */
export async function until(
  members: readonly Member[],
  what: string,
  done: (roles: Roles) => boolean | Promise<boolean>,
): Promise<Roles> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const now = await roles(members);
    if (await done(now)) return now;
    if (performance.now() > deadline) {
      throw new Error(`The replica set had no ${what} within ${patienceMs / 1000} s: ${describe(now)}.`);
    }
    await wait(pollMs);
  }
}

/** Whether all members that run are a primary and its secondaries, by its account too: then it can have majorities. */
export async function isSettled({ primary, secondaries, others }: Roles): Promise<boolean> {
  if (!primary || others.some((member) => member.responsive)) return false;
  const status = await primary.command({ replSetGetStatus: 1 }).catch(() => ({ members: [] }));
  const states = new Map(
    (status['members'] as { name: string; stateStr: string }[]).map(({ name, stateStr }) => [name, stateStr]),
  );
  return secondaries.every(({ address }) => states.get(address) === 'SECONDARY');
}

function describe({ primary, secondaries, others }: Roles): string {
  return (
    `primary ${primary?.address ?? 'none'}, secondaries ${addresses(secondaries)}, ` +
    `neither (starting, down or paused) ${addresses(others)}`
  );
}

function addresses(members: Member[]): string {
  return members.map((member) => member.address).join(', ') || 'none';
}
