import { ratio, reopensNote, roundsNote, whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { type Check, checks, type What } from './check.ts';
import { ASSUMED } from './model.ts';
import { CHECKED_RATES, FITTED, FLAT_OUT } from './plan.ts';
import { scaleModelPlots } from './plots.ts';
import { coefficientsOf, middle, type Round } from './round.ts';
import { coefficientsTable, scaleTable, size } from './tables.ts';

const NOTE = `The model: everything costs in proportion ([docs/scaling.md](../docs/scaling.md) has it in words). **Fitted**, each coefficient
as a difference, to ${FITTED.few} client at ${FITTED.low} and ${FITTED.top} ticks/s and ${whole(FITTED.many)} at ${FITTED.low} and ${FITTED.high}, single ticks in an open loop, majority; what one publisher
gets through to ${FLAT_OUT.clients} clients flat out is the topic's rate. **Predicted**, and then measured in the same round: 1, 100 and 10 000 clients at
${CHECKED_RATES.each} ticks/s, 10 000 at ${CHECKED_RATES.most}. Nothing is fitted to those: 10 000 are told from a tenth of them. *Server*: CPU of the process, in
cores: it has one. *Memory*: resident, clients idle, before the first tick. *Member*: CPU of the secondary that the server tails. A ratio above
1: the model asks for more than it took. *Frames a tick* below 1: the server, the clients or the cores that all share could not keep up, ticks shared
frames, and what was measured is of less work than what was predicted.`;

const WHAT: Record<What, string> = {
  server: 'server, cores',
  memory: 'memory',
  member: 'member, cores',
};

/** Tables, plot and raw numbers of what was measured. @param absent numbers of clients that could not be had, with the reason */
export function findings(rounds: readonly Round[], seconds: number, absent: readonly string[]): Findings {
  const all = rounds.map(coefficientsOf);
  const costs = middle(all);
  const checked = checks(rounds);
  const { ticksPerSecond, headroom, memberCores, secondariesMax } = ASSUMED;
  const markdown = [
    NOTE,
    roundsNote(rounds.length),
    coefficientsTable(costs),
    checksTable(checked),
    ...lostNote(checked),
    ...absent.map((line) => `${line}.`),
    ...reopensNote(rounds.flatMap(({ points }) => points)),
    `**What it takes**, by these coefficients, at ${ticksPerSecond} ticks/s to each listener, when a process uses ${headroom} of its core and a ` +
      `secondary ${headroom} of its ${memberCores}. A set has ${secondariesMax} secondaries at most: where more are wanted, it ends. *Relays*: processes that ` +
      `tail instead, and each feed as many others as a process has listeners; not built, and their own delay is not in it.`,
    scaleTable(costs),
  ].join('\n\n');
  return {
    markdown,
    raw: { sliceSeconds: seconds, rounds, coefficients: all, checks: checked },
    plots: scaleModelPlots(checked),
    // DESIGN has no budget for a model, and nobody else has one to stand beside.
    standings: [],
    absent,
  };
}

function checksTable(checked: readonly Check[]): string {
  const rows = checked.map(({ what, clients, rate, predicted, measured, ratio: times, framesPerTick }) => {
    const show = (value: number) => (what === 'memory' ? size(value) : value.toFixed(3));
    return [
      WHAT[what],
      whole(clients),
      String(rate),
      show(predicted.median),
      show(measured.median),
      ratio(times),
      framesPerTick.toFixed(2),
    ];
  });
  const columns = ['clients', 'ticks/s', 'predicted', 'measured', 'predicted / measured', 'frames a tick'];
  return table([...text('what'), ...numbers(...columns)], rows);
}

/** Ticks that did not come in time, where there were any: there the measured CPU is not of the whole work. */
function lostNote(checked: readonly Check[]): string[] {
  return checked
    .filter(({ what, lost }) => what === 'server' && lost > 0)
    .map(
      ({ clients, rate, lost }) =>
        `${whole(lost)} ticks did not come in time to ${whole(clients)} clients at ${rate} ticks/s.`,
    );
}
