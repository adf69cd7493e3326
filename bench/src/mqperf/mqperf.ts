import type { MqperfCalls } from '../load/mqperf.ts';
import { cpuBetween, cpuSeconds } from '../measure/cpu.ts';
import type { WriteConcern } from '../queue/way.ts';
import { planned, type Rounds } from '../planned.ts';
import type { Scenario } from '../scenario.ts';
import { Remote } from '../stage/remote.ts';
import { type ClientName, CLIENTS } from './clients.ts';
import { findings } from './report.ts';
import { type Cell, cellOf, type CellOrder } from './cell.ts';

/** The articles'. */
export const THREADS = [1, 5, 25];
export const NODES = [1, 2];
/** Asynchronous and synchronous replication. */
export const CONCERNS: readonly WriteConcern[] = [1, 'majority'];

const plan = planned<Rounds>({
  quick: { rounds: 5, seconds: 0.2 },
  normal: { rounds: 5, seconds: 4 },
  full: { rounds: 5, seconds: 15 },
});

const WARM_UP_SECONDS = 0.3;

type Node = Remote<MqperfCalls>;

function nodesOf(kind: string): Node[] {
  return Array.from(
    { length: Math.max(...NODES) },
    (_, index) => new Remote(`${kind} ${index + 1}`, 'mqperf'),
  );
}

export const mqperf: Scenario = {
  name: 'mqperf',
  summary:
    "Messages/s sent and received by mqperf's protocol: its client, and ours, by threads, nodes and replication",
  ring: false,
  budget: { quick: 55, normal: 400, full: 1_500 },
  run: async (stage, effort, log) => {
    const { rounds, seconds } = plan(effort);
    const [senders, receivers] = [nodesOf('sender'), nodesOf('receiver')];
    const all = [...senders, ...receivers];
    try {
      await Promise.all(all.map((each) => each.call('connect', { uri: stage.uri })));
      const measure = async (order: CellOrder): Promise<Cell> => {
        const taking = [...senders.slice(0, order.nodes), ...receivers.slice(0, order.nodes)];
        for (const [index, node] of taking.entries())
          await node.call('prepare', { name: order.client, w: order.w, first: index === 0 });
        const processes = await stage.processes();
        for (const { name, pid } of taking) processes.set(name, pid);
        const before = await cpuSeconds(processes);
        const [sent, received] = await Promise.all([
          Promise.all(senders.slice(0, order.nodes).map((node) => node.call('send', order))),
          Promise.all(receivers.slice(0, order.nodes).map((node) => node.call('receive', order))),
        ]);
        return cellOf(order, sent, received, cpuBetween(before, await cpuSeconds(processes)));
      };
      const clients = Object.keys(CLIENTS) as ClientName[];
      for (const client of clients)
        await measure({ client, w: 1, threads: 5, nodes: 2, seconds: WARM_UP_SECONDS });
      const cells: Cell[] = [];
      for (let round = 1; round <= rounds; round++) {
        log(`round ${round}/${rounds}`);
        for (const w of CONCERNS) {
          for (const nodesOfEach of NODES) {
            for (const threads of THREADS) {
              for (const client of round % 2 === 1 ? clients : clients.toReversed())
                cells.push(await measure({ client, w, threads, nodes: nodesOfEach, seconds }));
            }
          }
        }
      }
      return findings(cells, seconds);
    } finally {
      await Promise.all(all.map((each) => each.stop()));
    }
  },
};
