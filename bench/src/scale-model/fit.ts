import type { Coefficients } from './model.ts';
import type { Point } from './point.ts';

/** Few clients and many, at low rates and higher ones: what the coefficients are made of, and nothing else. */
export interface Fitted {
  readonly few: { readonly low: Point; readonly top: Point };
  readonly many: { readonly low: Point; readonly high: Point };
  /** What the process of `many` used before they came, with no tick. */
  readonly emptyCores: number;
  /** Ticks a second into one topic, flat out. */
  readonly topicTicks: number;
}

/**
 * The coefficients, by differences: between rates for what a tick or a frame costs, between after and before they came for what
 * connections cost, between the secondary that is tailed and the other for what a tail costs. As many equations as
 * unknowns: nothing is smoothed. A cost that comes out below zero is lost in the noise, and is zero.
 *
 * What connections cost is a difference within one process always: two that do the same differ by 0.03 of a core and by 70 MB, so
 * that between two of them a thousand connections are lost.
 */
export function fit({ few, many, emptyCores, topicTicks }: Fitted): Coefficients {
  const members = [few.low, many.low];
  const member = byTicks(({ cores }) => cores.untailed, members, few.top);
  const tail = byTicks(({ cores }) => cores.tailed - cores.untailed, members, few.top);
  // What a few clients need is in the process, where it is lost: some frames of ten microseconds.
  const process = byTicks(({ cores }) => cores.server, [few.low], few.top);
  const sending = ({ clients, ticks, cores }: Point) =>
    ((cores.server - emptyCores) * 1e6 - process.slope * ticks) / clients;
  const connection = line(
    { x: many.low.frames, y: sending(many.low) },
    { x: many.high.frames, y: sending(many.high) },
  );
  const frame = line(
    { x: many.high.ticks / many.high.frames, y: many.high.bytes / many.high.frames },
    { x: few.top.ticks / few.top.frames, y: few.top.bytes / few.top.frames },
  );
  return {
    // Two servers that do the same: neither is the better one.
    processMicros: (process.fixed + emptyCores * 1e6) / 2,
    tickMicros: process.slope,
    connectionMicros: connection.fixed,
    frameMicros: connection.slope,
    framesMax: few.top.frames,
    frameBytes: frame.fixed,
    tickBytes: frame.slope,
    processBytes: mean(members, ({ emptyBytes }) => emptyBytes),
    connectionBytes: Math.max(0, (many.low.memoryBytes - many.low.emptyBytes) / many.low.clients),
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
