/** What one of a thing costs, as measured. All CPU is of one core, in microseconds; per second where it says so. */
export interface Coefficients {
  /** A server process without clients and ticks, a second: it asks MongoDB all the time. */
  readonly processMicros: number;
  /** A tick that a process reads. */
  readonly tickMicros: number;
  /** A connection, a second, whether anything is sent or not: its clock is looked at four times. */
  readonly connectionMicros: number;
  /** A frame written to a connection. */
  readonly frameMicros: number;
  /** Frames that a connection gets in a second at most: ticks that come closer share one (`FLUSH_MS`). */
  readonly framesMax: number;
  /** Bytes that a frame carries beside its ticks; and of a tick in it. */
  readonly frameBytes: number;
  readonly tickBytes: number;
  /** Memory of a process without clients, its backlog full; and of a connection more. */
  readonly processBytes: number;
  readonly connectionBytes: number;
  /** A secondary that nobody tails, a second; and a tick that it applies. */
  readonly memberMicros: number;
  readonly memberTickMicros: number;
  /** What a tail, with the change stream that wakes it, costs its member more, a second; and a tick that it reads there. */
  readonly tailMicros: number;
  readonly tailTickMicros: number;
  /** Ticks a second that one topic takes from one publisher, to 100 listeners. */
  readonly topicTicks: number;
}

/** What is asked of the whole, and what it may have. */
export interface Demand {
  /** Each gets every tick. */
  readonly listeners: number;
  readonly ticksPerSecond: number;
  /** The share of a core, of a member and of a topic that is used; what is above it is for bursts, handshakes, deaths. */
  readonly headroom: number;
  /** Cores of a member. */
  readonly memberCores: number;
  /** Secondaries that may be read. A set has 50 members at most, and one of them is the primary. */
  readonly secondariesMax: number;
  /** `CONNECTIONS_MAX`: connections of a process, at most. */
  readonly connectionsMax: number;
}

/** Beside what is asked: what the tables of the report and of docs/scaling.md assume. */
export const ASSUMED: Omit<Demand, 'listeners'> = {
  ticksPerSecond: 10,
  headroom: 0.7,
  memberCores: 4,
  secondariesMax: 49,
  connectionsMax: 20_000,
};

/**
 * What stands around the bytes of a frame: 4 of WebSocket (RFC 6455), 20 of TCP and 12 of its time stamps (9293, 7323), 20 of
 * IPv4 (791). A frame is a packet of its own where ticks come singly.
 */
export const HEADER_BYTES = 4 + 20 + 12 + 20;

/** What it takes. */
export interface Scale {
  readonly listenersPerProcess: number;
  readonly processes: number;
  /** CPU that all server processes use. */
  readonly serverCores: number;
  readonly memoryBytes: number;
  /** To all listeners, headers included. */
  readonly bytesPerSecond: number;
  /** Tails that one secondary can carry. */
  readonly tailsPerSecondary: number;
  /** Secondaries that carry the tails of all processes, two at least; more than {@link Demand.secondariesMax}: no set has them. */
  readonly secondaries: number;
  /** CPU of all these secondaries. */
  readonly secondaryCores: number;
  /** Where the set ends: processes that would tail, and each feed as many others as a process has listeners. Else 0. */
  readonly relays: number;
  /** Topics that take the ticks. */
  readonly topics: number;
}

/** Frames that a connection gets in a second. Evenly spaced ticks have one each, up to the bound: others share more. */
export function framesPerSecond({ framesMax }: Coefficients, ticksPerSecond: number): number {
  return Math.min(ticksPerSecond, framesMax);
}

/** Cores that a server process uses, with so many connections that get every tick. Above 1: it can't. */
export function serverCores(costs: Coefficients, connections: number, ticksPerSecond: number): number {
  const alone = costs.processMicros + ticksPerSecond * costs.tickMicros;
  return (alone + connections * connectionCost(costs, ticksPerSecond)) / 1e6;
}

/** Resident memory of a server process. */
export function serverBytes(costs: Coefficients, connections: number): number {
  return costs.processBytes + connections * costs.connectionBytes;
}

/** Cores that a secondary uses, with so many tails. */
export function secondaryCores(costs: Coefficients, tails: number, ticksPerSecond: number): number {
  const alone = costs.memberMicros + ticksPerSecond * costs.memberTickMicros;
  return (alone + tails * tailCost(costs, ticksPerSecond)) / 1e6;
}

/** Bytes that a connection gets in a second, headers included. */
export function connectionBytesPerSecond(costs: Coefficients, ticksPerSecond: number): number {
  const frames = framesPerSecond(costs, ticksPerSecond);
  return frames * (costs.frameBytes + HEADER_BYTES) + ticksPerSecond * costs.tickBytes;
}

/**
 * What it takes to bring every tick to every listener: everything costs in proportion, a process has one core, and each has
 * one tail. docs/scaling.md has it in words.
 *
 * @throws Error when not even one listener, or one tail, fits into what there is
 */
export function scale(costs: Coefficients, demand: Demand): Scale {
  const { listeners, ticksPerSecond: rate, headroom, connectionsMax, secondariesMax } = demand;
  const room = headroom - serverCores(costs, 0, rate);
  const listenersPerProcess = Math.min(
    connectionsMax,
    fitting(room, connectionCost(costs, rate), 'listener'),
  );
  const processes = Math.ceil(listeners / listenersPerProcess);
  const memberRoom = headroom * demand.memberCores - secondaryCores(costs, 0, rate);
  const tailsPerSecondary = fitting(memberRoom, tailCost(costs, rate), 'tail');
  const secondaries = Math.max(2, Math.ceil(processes / tailsPerSecondary));
  return {
    listenersPerProcess,
    processes,
    serverCores: processes * serverCores(costs, 0, rate) + (listeners * connectionCost(costs, rate)) / 1e6,
    memoryBytes: processes * costs.processBytes + listeners * costs.connectionBytes,
    bytesPerSecond: listeners * connectionBytesPerSecond(costs, rate),
    tailsPerSecondary,
    secondaries,
    secondaryCores: secondaries * secondaryCores(costs, 0, rate) + (processes * tailCost(costs, rate)) / 1e6,
    relays: secondaries > secondariesMax ? Math.ceil(processes / listenersPerProcess) : 0,
    topics: Math.ceil(rate / (headroom * costs.topicTicks)),
  };
}

/** Microseconds a second. */
function connectionCost(costs: Coefficients, ticksPerSecond: number): number {
  return costs.connectionMicros + framesPerSecond(costs, ticksPerSecond) * costs.frameMicros;
}

/** Microseconds a second. */
function tailCost({ tailMicros, tailTickMicros }: Coefficients, ticksPerSecond: number): number {
  return tailMicros + ticksPerSecond * tailTickMicros;
}

function fitting(cores: number, micros: number, what: string): number {
  const count = Math.floor((cores * 1e6) / micros);
  if (count < 1) throw new Error(`not one ${what} fits: all that may be used is taken before it`);
  return count;
}
