import { ratios, type Spread } from '../measure/ratio.ts';
import type { WriteConcern } from '../queue/way.ts';
import { UPSERT } from '../report/reason.ts';
import { beside, type Standing } from '../report/standing.ts';
import type { Cell } from './cell.ts';
import type { ClientName } from './clients.ts';

export type Place = Pick<Cell, 'w' | 'nodes' | 'threads'>;

/** Both ends of the queue. */
export const ENDS = ['sent', 'received'] as const;

const REASONS = {
  sent: UPSERT,
  received:
    'A receiver of mqperf has nothing acknowledged by more than the primary, and its deletes by nobody; each claim and completion of ours is, by the write concern.',
};

/** The cells of a place and a client, round by round. */
export function at(cells: readonly Cell[], { w, nodes, threads }: Place, client: ClientName): Cell[] {
  return cells.filter(
    (cell) => cell.w === w && cell.nodes === nodes && cell.threads === threads && cell.client === client,
  );
}

/** The places, in the order in which they were measured. */
export function placesOf(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map((cell) => [`${cell.w} ${cell.nodes} ${cell.threads}`, cell])).values()];
}

/** Asynchronous or synchronous replication, as mqperf calls it. */
export function modeOf(w: WriteConcern): string {
  return w === 1 ? 'async' : 'sync';
}

/** Ours to mqperf's, round by round. */
export function timesOf(cells: readonly Cell[], place: Place, end: (typeof ENDS)[number]): Spread {
  const [theirs, ours] = (['mqperf', 'ours'] as const).map((client) =>
    at(cells, place, client).map((cell) => cell[end]),
  );
  return ratios(ours!, theirs!);
}

/** Both ends of every place, beside mqperf's own client. */
export function mqperfStandings(cells: readonly Cell[]): Standing[] {
  return placesOf(cells).flatMap((place) =>
    ENDS.map((end) =>
      beside({
        what: `messages/s ${end}, ${modeOf(place.w)}, ${place.threads} × ${place.nodes} threads`,
        peer: 'mqperf’s client',
        times: timesOf(cells, place, end),
        reason: REASONS[end],
      }),
    ),
  );
}
