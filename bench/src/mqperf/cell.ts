import type { NodeDone, NodeOrder } from '../load/mqperf.ts';
import type { CpuSeconds } from '../measure/cpu.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import type { WriteConcern } from '../queue/way.ts';
import type { ClientName } from './clients.ts';

export interface CellOrder extends NodeOrder {
  readonly client: ClientName;
  readonly w: WriteConcern;
  /** Of senders, and as many of receivers; `threads` is of each. */
  readonly nodes: number;
}

/** What all nodes did together; rates are sums over them, as mqperf's are. */
export interface Cell extends CellOrder {
  readonly sent: number;
  readonly received: number;
  /** Encoded histogram. */
  readonly latency: string;
  readonly cpu: CpuSeconds;
  /** How many were sent and received, together. */
  readonly messages: number;
}

/** Messages a second of each node, from its start to its last message. */
export function cellOf(
  order: CellOrder,
  senders: readonly NodeDone[],
  receivers: readonly NodeDone[],
  cpu: CpuSeconds,
): Cell {
  const histograms = receivers.map(({ latency }) => LatencyHistogram.decode(latency));
  const latency = LatencyHistogram.merged(histograms).encode();
  const messages = [...senders, ...receivers].reduce((sum, node) => sum + node.messages, 0);
  return { ...order, sent: rateOf(senders), received: rateOf(receivers), latency, cpu, messages };
}

function rateOf(nodes: readonly NodeDone[]): number {
  return nodes.reduce((sum, { messages, seconds }) => sum + (messages > 0 ? messages / seconds : 0), 0);
}
