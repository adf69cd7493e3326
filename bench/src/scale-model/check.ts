import { ratios, type Spread, spread } from '../measure/ratio.ts';
import { secondaryCores, serverBytes, serverCores } from './model.ts';
import type { Point } from './point.ts';
import { checkedPoints, coefficientsOf, type Round } from './round.ts';

/** What is predicted and measured. */
export type What = 'server' | 'memory' | 'member';

/** The model beside what was measured of the same round, at a point that it was not fitted to. */
export interface Check {
  readonly what: What;
  readonly clients: number;
  readonly rate: number;
  /** Cores, or bytes. */
  readonly predicted: Spread;
  readonly measured: Spread;
  readonly ratio: Spread;
  /** Ticks that clients lacked, all rounds together. */
  readonly lost: number;
  /** Frames that a client got for a tick: below 1 the server was behind, and ticks shared frames. */
  readonly framesPerTick: number;
}

type Costs = ReturnType<typeof coefficientsOf>;

const PREDICTED: Record<What, (costs: Costs, point: Point) => number> = {
  server: (costs, { clients, rate }) => serverCores(costs, clients, rate),
  memory: (costs, { clients }) => serverBytes(costs, clients),
  member: (costs, { rate }) => secondaryCores(costs, 1, rate),
};

const MEASURED: Record<What, (point: Point) => number> = {
  server: ({ cores }) => cores.server,
  memory: ({ memoryBytes }) => memoryBytes,
  member: ({ cores }) => cores.tailed,
};

/** Every check of every point, those of one kind together. A point that a round lacks is left out there. */
export function checks(rounds: readonly Round[]): Check[] {
  const pairs = rounds.flatMap((round) => {
    const costs = coefficientsOf(round);
    return checkedPoints(round).map((point) => ({ costs, point }));
  });
  const keys = [...new Set(pairs.map(({ point }) => keyOf(point)))];
  return (Object.keys(PREDICTED) as What[]).flatMap((what) =>
    keys.map((key) => {
      const own = pairs.filter(({ point }) => keyOf(point) === key);
      const predicted = own.map(({ costs, point }) => PREDICTED[what](costs, point));
      const measured = own.map(({ point }) => MEASURED[what](point));
      const { clients, rate } = own[0]!.point;
      return {
        what,
        clients,
        rate,
        predicted: spread(predicted),
        measured: spread(measured),
        ratio: ratios(predicted, measured),
        lost: own.reduce((sum, { point }) => sum + point.lost, 0),
        framesPerTick: spread(own.map(({ point }) => point.frames / point.ticks)).median,
      };
    }),
  );
}

function keyOf({ clients, rate }: Point): string {
  return `${clients} at ${rate}`;
}
