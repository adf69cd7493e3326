import type { Coefficients } from './model.ts';
import type { Point } from './point.ts';

/** Few clients and many, at low rates and higher ones: what the coefficients are made of, and nothing else. */
export interface Fitted {
  readonly few: { readonly low: Point; readonly top: Point };
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
  const members = [few.low, many.low];
  const member = byTicks(({ cores }) => cores.untailed, members, few.top);
  const tail = byTicks(({ cores }) => cores.tailed - cores.untailed, members, few.top);
  const process = byTicks(({ cores }) => cores.server, [few.low], few.top);
  // What a few clients need is in the process, where it is lost: 20 frames of ten microseconds.
  const perClient = ({ clients, ticks, cores }: Point) =>
    (cores.server * 1e6 - process.fixed - process.slope * ticks) / clients;
  const connection = line(
    { x: many.low.frames, y: perClient(many.low) },
    { x: many.high.frames, y: perClient(many.high) },
  );
  const frame = line(
    { x: many.high.ticks / many.high.frames, y: many.high.bytes / many.high.frames },
    { x: few.top.ticks / few.top.frames, y: few.top.bytes / few.top.frames },
  );
  const others = many.low.clients - few.low.clients;
  const connectionBytes = Math.max(0, (many.low.memoryBytes - few.low.memoryBytes) / others);
  return {
    processMicros: process.fixed,
    tickMicros: process.slope,
    connectionMicros: connection.fixed,
    frameMicros: connection.slope,
    framesMax: few.top.frames,
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

/** Microseconds a second without ticks, and for each tick a second more. Members do not see clients: several tell the same. */
function byTicks(cores: (point: Point) => number, low: readonly Point[], top: Point): Line {
  return line(
    { x: mean(low, ({ ticks }) => ticks), y: mean(low, cores) * 1e6 },
    { x: top.ticks, y: cores(top) * 1e6 },
  );
}

interface Line {
  readonly fixed: number;
  readonly slope: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The line through two places, without a part below zero: then it goes through the zero, or is level. */
function line(one: Place, other: Place): Line {
  const slope = (other.y - one.y) / (other.x - one.x);
  const fixed = one.y - slope * one.x;
  if (!(slope >= 0)) return { fixed: Math.max(0, (one.y + other.y) / 2), slope: 0 };
  if (fixed < 0) return { fixed: 0, slope: Math.max(0, other.y / other.x) };
  return { fixed, slope };
}

function mean(points: readonly Point[], of: (point: Point) => number): number {
  return points.reduce((sum, point) => sum + of(point), 0) / points.length;
}
