import type { CrowdOrder } from '../load/crowd.ts';
import { cpuBetween, cpuSeconds } from '../measure/cpu.ts';
import { ifToBeHad } from '../peers/not-to-be-had.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage/stage.ts';
import type { Rounds } from '../planned.ts';
import { CLIENTS, type Load, LOADS, plan } from './plan.ts';
import { LIKE_HUB, LIKE_OURS, type Measured, SINGLE, ticksPerFrame } from './measured.ts';
import { findings } from './report.ts';
import type { FanWay, OpenFan } from './way.ts';
import { BARE, OUR_HUB, OURS, PEERS } from './ways.ts';

const WARM_UP_SECONDS = 0.3;

export const fanOut: Scenario = {
  name: 'fan-out',
  summary:
    'Frames and ticks a CPU second to 1 000 subscribers, as fast as it goes: ours, a bare loop, Socket.IO, NATS, Mosquitto',
  ring: true,
  budget: { quick: 80, normal: 480, full: 2_400 },
  run: async (stage, effort, log) => {
    const open = new Map<FanWay, OpenFan>();
    const absent: string[] = [];
    try {
      for (const way of [OURS, OUR_HUB, BARE, ...PEERS]) {
        log(`${CLIENTS} clients: ${way.name}`);
        const opened = await ifToBeHad(() => way.open(stage, CLIENTS, log), absent, log);
        if (opened) open.set(way, opened);
      }
      const planned = plan(effort);
      return findings({ plan: planned, measured: await measure(stage, open, planned, log), absent });
    } finally {
      await Promise.all([...open.values()].map((each) => each.close()));
    }
  },
};

async function measure(
  stage: Stage,
  open: ReadonlyMap<FanWay, OpenFan>,
  { rounds, seconds }: Rounds,
  log: (line: string) => void,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const load of LOADS) {
    for (const each of open.values()) await each.crowd.call('run', { ...load, seconds: WARM_UP_SECONDS });
    for (let round = 1; round <= rounds; round++) {
      log(`${load.name}, round ${round}/${rounds}`);
      measured.push(...(await playRound(stage, open, load, seconds)));
    }
  }
  return measured;
}

/** Every way once. The bare loop twice: a frame a tick, and frames with as many ticks as ours had. */
async function playRound(
  stage: Stage,
  open: ReadonlyMap<FanWay, OpenFan>,
  load: Load,
  seconds: number,
): Promise<Measured[]> {
  const { name, burst, inFlight, byMongo } = load;
  const processes = await stage.processes();
  processes.delete('publisher');
  const play = async (way: FanWay, row: string, order: Omit<CrowdOrder, 'seconds'>): Promise<Measured> => {
    const { crowd, pid } = open.get(way)!;
    const all = new Map([...processes, ['server', pid], ['load', crowd.pid]]);
    const before = await cpuSeconds(all);
    const fanned = await crowd.call('run', { ...order, seconds });
    return { load: name, way: row, fanned, cpu: cpuBetween(before, await cpuSeconds(all)) };
  };
  const rows: Measured[] = [];
  for (const [way, underWay, like] of [
    [OURS, byMongo, LIKE_OURS],
    [OUR_HUB, inFlight, LIKE_HUB],
  ] as const) {
    const ours = await play(way, way.name, { burst, inFlight: underWay });
    const held = Math.max(1, Math.round(ticksPerFrame(ours)));
    const same = { burst: held, piece: held, inFlight: Math.max(inFlight, 2 * held) };
    rows.push(ours, await play(BARE, like, same));
  }
  rows.push(await play(BARE, SINGLE, { burst, piece: 1, inFlight }));
  for (const way of PEERS) if (open.has(way)) rows.push(await play(way, way.name, { burst, inFlight }));
  return rows;
}
