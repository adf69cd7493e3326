import type { Coefficients } from './model.ts';
import type { Point } from './point.ts';

/** Few clients and many, at a low rate and a high one: what the coefficients are made of, and nothing else. */
export interface Fitted {
  readonly few: { readonly low: Point; readonly high: Point };
  readonly many: { readonly low: Point; readonly high: Point };
  /** Ticks a second into one topic, flat out. */
  readonly topicTicks: number;
}

/**
 * The coefficients, by differences: between rates for what a tick or a frame costs, between numbers of clients for what a
 * connection costs, between the secondary that is tailed and the other for what a tail costs. As many equations as
 * unknowns: nothing is smoothed. A cost that comes out below zero is lost in the noise, and is zero.
 */
export function fit({ few, many, topicTicks }: Fitted): Coefficients {
  const others = many.low.clients - few.low.clients;
  const perClient = (few: Point, many: Point) => ((many.cores.server - few.cores.server) * 1e6) / others;
  const connection = line(
    { x: many.low.frames, y: perClient(few.low, many.low) },
    { x: many.high.frames, y: perClient(few.high, many.high) },
  );
  const ofClients = ({ clients, frames }: Point) =>
    clients * (connection.fixed + connection.slope * frames) * 1e-6;
  const byRate = (cores: (point: Point) => number, low: readonly Point[], high: readonly Point[]) =>
    line(
      { x: mean(low, ({ ticks }) => ticks), y: mean(low, cores) * 1e6 },
      { x: mean(high, ({ ticks }) => ticks), y: mean(high, cores) * 1e6 },
    );
  const [low, high] = [
    [few.low, many.low],
    [few.high, many.high],
  ];
  const process = byRate((point) => point.cores.server - ofClients(point), [few.low], [few.high]);
  // Members do not see clients, so both numbers of them tell the same.
  const member = byRate(({ cores }) => cores.untailed, low, high);
  const tail = byRate(({ cores }) => cores.tailed - cores.untailed, low, high);
  const frame = line(
    { x: many.low.ticks / many.low.frames, y: many.low.bytes / many.low.frames },
    { x: many.high.ticks / many.high.frames, y: many.high.bytes / many.high.frames },
  );
  const connectionBytes = Math.max(0, (many.low.memoryBytes - few.low.memoryBytes) / others);
  return {
    processMicros: process.fixed,
    tickMicros: process.slope,
    connectionMicros: connection.fixed,
    frameMicros: connection.slope,
    framesMax: many.high.frames,
    frameBytes: frame.fixed,
    tickBytes: frame.slope,
    processBytes: few.low.memoryBytes - few.low.clients * connectionBytes,
    connectionBytes,
    memberMicros: member.fixed,
    memberTickMicros: member.slope,
    tailMicros: tail.fixed,
    tailTickMicros: tail.slope,
    topicTicks,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The line through two places, without a part below zero: then it goes through the zero, or is level. */
function line(one: Place, other: Place): { readonly fixed: number; readonly slope: number } {
  const slope = (other.y - one.y) / (other.x - one.x);
  const fixed = one.y - slope * one.x;
  if (!(slope >= 0)) return { fixed: Math.max(0, (one.y + other.y) / 2), slope: 0 };
  if (fixed < 0) return { fixed: 0, slope: Math.max(0, other.y / other.x) };
  return { fixed, slope };
}

function mean(points: readonly Point[], of: (point: Point) => number): number {
  return points.reduce((sum, point) => sum + of(point), 0) / points.length;
}
