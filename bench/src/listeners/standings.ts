import { ratios, type Spread, spread } from '../measure/ratio.ts';
import { fewPairs, ratio, whole } from '../report/figure.ts';
import { beside, budget, type Standing } from '../report/standing.ts';
import type { Step } from './step.ts';

/** The budgets: mongod's CPU, 10 000 listeners against one; memory of an idle connection. */
const BUDGET = { listeners: 10_000, mongod: 1.1, kilobytes: 20 };

const ASKS_OFTEN =
  'Our tail has a change stream that wakes it, and asks every 40 ms besides, so that a lone tick is not late; it costs as much with 10 000 listeners.';

/** mongod's CPU as a multiple of that of one listener, round by round. */
export function mongodTimes(step: Step, one: Step): Spread {
  return ratios(step.mongod, one.mongod.slice(0, step.mongod.length));
}

/** What the server holds more for each listener more, in kilobytes. */
export function connectionKilobytes(step: Step, one: Step): Spread {
  const others = step.variant.listeners - one.variant.listeners;
  const first = one.serverMemory;
  return spread(step.serverMemory.map((bytes, index) => (bytes - first[index]!) / 1000 / others));
}

/** Both budgets, and ours beside a cursor a listener, with as many listeners, of the same rounds. */
export function listenersStandings(ours: readonly Step[], cursors: readonly Step[]): Standing[] {
  const one = ours[0]!;
  const most = ours.findLast(({ slices }) => slices.length > 0)!;
  const count = whole(most.variant.listeners);
  const enough = most.variant.listeners >= BUDGET.listeners;
  const [growth, kilobytes] = [mongodTimes(most, one), connectionKilobytes(most, one)];
  return [
    budget({
      what: `mongod's CPU with ${whole(BUDGET.listeners)} listeners`,
      goal: `≤ ${BUDGET.mongod} of that with one`,
      measured: `${ratio(growth)} with ${count}${fewPairs(growth)}`,
      met: enough && growth.median <= BUDGET.mongod,
    }),
    budget({
      what: `memory a connection, ${whole(BUDGET.listeners)} idle`,
      goal: `≤ ${BUDGET.kilobytes} KB`,
      measured: `${ratio(kilobytes)} KB with ${count}${fewPairs(kilobytes)}`,
      met: enough && kilobytes.median <= BUDGET.kilobytes,
    }),
    ...cursors.flatMap((theirs) => {
      const listeners = theirs.variant.listeners;
      const mine = ours.find((step) => step.variant.listeners === listeners);
      if (!mine || theirs.slices.length === 0 || mine.slices.length < theirs.slices.length) return [];
      const rounds = theirs.slices.length;
      const who = `${whole(listeners)} listener${listeners === 1 ? '' : 's'} at 10 ticks/s`;
      const peer = theirs.variant.name;
      return [
        beside({
          what: `CPU of all members, ${who}`,
          peer,
          times: ratios(theirs.mongod, mine.mongod.slice(0, rounds)),
          reason: ASKS_OFTEN,
        }),
        beside({
          what: `latency, p50, ${who}`,
          peer,
          times: ratios(theirs.p50s, mine.p50s.slice(0, rounds)),
        }),
      ];
    }),
  ];
}
