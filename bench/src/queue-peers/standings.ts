import { ratios, type Spread } from '../measure/ratio.ts';
import { ALL_WAYS, type AnyWayName } from '../queue/peer-ways.ts';
import type { QueueSlice } from '../queue/queue-stage.ts';
import { ratio } from '../report/figure.ts';
import { THREE_MEMBERS, UPSERT } from '../report/reason.ts';
import { beside, budget, type Standing } from '../report/standing.ts';
import { type Contender, type Heat, WORKERS } from './plan.ts';

/** A slice, and of which heat it is: those of one round are neighbours in time. */
export interface Lap extends QueueSlice {
  readonly heat: string;
}

/** The budgets. */
const BUDGETS: readonly {
  readonly heat: RegExp;
  readonly peers: readonly AnyWayName[];
  readonly what: string;
  readonly goal: string;
}[] = [
  {
    heat: /^full cycle$/,
    peers: ['mongodbQueue', 'agenda'],
    what: 'single claims',
    goal: '≥ mongodb-queue and agenda',
  },
  { heat: /a claim$/, peers: ['pgBossMany'], what: 'batches', goal: '≥ pg-boss' },
];

const IN_TURN =
  'A worker that is alone has one command under way at a time, and each of its commands waits for a majority before the next one goes.';

export function lapsOf(laps: readonly Lap[], { name }: Heat, way: AnyWayName, clients: number): Lap[] {
  return laps.filter((lap) => lap.heat === name && lap.way === way && lap.clients === clients);
}

export function ratesOf(laps: readonly Lap[]): number[] {
  return laps.map(({ enqueued, worked }) => enqueued ?? worked ?? 0);
}

/** How often a peer's rate ours is, round by round. */
export function times(
  laps: readonly Lap[],
  heat: Heat,
  peer: Pick<Contender, 'way' | 'against'>,
  clients: number,
): Spread {
  const [ours, theirs] = [peer.against, peer.way].map((way) => ratesOf(lapsOf(laps, heat, way, clients)));
  return ratios(ours!, theirs!);
}

/** The budgets, and every peer in every heat. */
export function peersStandings(heats: readonly Heat[], laps: readonly Lap[]): Standing[] {
  const all = heats.flatMap((heat) =>
    heat.contenders
      .filter(({ way, against }) => way !== against)
      .flatMap((peer) =>
        WORKERS.map((clients) => ({ heat, peer, clients, found: times(laps, heat, peer, clients) })),
      ),
  );
  const budgets = BUDGETS.flatMap(({ heat: which, peers, what, goal }) => {
    const held = all.filter(({ heat, peer }) => which.test(heat.name) && peers.includes(peer.way));
    if (held.length === 0) return [];
    const said = held.map(
      ({ peer, clients, found }) => `${ALL_WAYS[peer.way].name} ${ratio(found)} × with ${clients}`,
    );
    const lost = held.filter(({ found }) => found.median < 1);
    const reason = lost.some(({ peer }) => peer.postgres) ? reasonOf(lost[0]!.clients) : undefined;
    return [budget({ what, goal, measured: said.join(', '), met: lost.length === 0, reason })];
  });
  const peers = all.map(({ heat, peer, clients, found }) => {
    const who = heat.shape === 'enqueue' ? 'caller' : 'worker';
    return beside({
      what: `jobs/s, ${heat.name}, ${clients} ${who}${clients === 1 ? '' : 's'}`,
      peer: ALL_WAYS[peer.way].name,
      times: found,
      reason: peer.postgres ? reasonOf(clients) : heat.shape === 'enqueue' ? UPSERT : undefined,
    });
  });
  return [...budgets, ...peers];
}

function reasonOf(clients: number): string {
  return clients === 1 ? `${IN_TURN} ${THREE_MEMBERS}` : THREE_MEMBERS;
}
