import type { Standing } from './standing.ts';
import { table, text } from './table.ts';

/** How we stand in what one scenario measured. */
export interface Standings {
  readonly scenario: string;
  readonly standings: readonly Standing[];
  /** Peers that could not be had where it was measured, each with its reason. */
  readonly absent: readonly string[];
}

/** The report's beginning: every budget and every peer, with its ratio. */
export function summary(all: readonly Standings[]): string {
  const [budgets, peers] = [rows(all, 'budget'), rows(all, 'peer')];
  const parts = ['## Summary'];
  if (budgets.length > 0) parts.push(table(text('scenario', 'what', 'budget', 'measured', 'met'), budgets));
  if (peers.length > 0)
    parts.push(PEERS_NOTE, table(text('scenario', 'what', 'beside', 'ours', 'ahead'), peers));
  return parts.join('\n\n');
}

const PEERS_NOTE =
  'Beside others: above 1 ours is the better one, whatever is measured; *level*: not all pairs agree on which is.';

const WORDS = { ahead: 'yes', level: 'level', behind: '**no**' };

function rows(all: readonly Standings[], kind: Standing['kind']): string[][] {
  return all.flatMap(({ scenario, standings }) =>
    standings
      .filter((standing) => standing.kind === kind)
      .map(({ what, against, measured, verdict }) => [scenario, what, against, measured, WORDS[verdict]]),
  );
}

/** The report's end: what the numbers above say against us, and nothing else; what has one cause stands together. */
export function behind(all: readonly Standings[]): string {
  const count = all.reduce((sum, { standings }) => sum + standings.length, 0);
  const lost = having(all, 'behind');
  const level = having(all, 'level').map(({ scenario, standing }) => `- ${scenario}: ${line(standing)}`);
  const absent = all.flatMap((each) => each.absent.map((why) => `- ${each.scenario}: ${why}`));
  return [
    '## Where we are behind',
    lost.length === 0
      ? `In none of the ${count} budgets and comparisons above.`
      : `In ${lost.length} of the ${count} budgets and comparisons above:\n\n${byCause(lost)}`,
    ...(level.length > 0
      ? [`Neither ahead nor behind, since the pairs do not agree:\n\n${level.join('\n')}`]
      : []),
    ...(absent.length > 0 ? [`Not compared, since it was not to be had here:\n\n${absent.join('\n')}`] : []),
  ].join('\n\n');
}

interface Placed {
  readonly scenario: string;
  readonly standing: Standing;
}

function having(all: readonly Standings[], verdict: Standing['verdict']): Placed[] {
  return all.flatMap(({ scenario, standings }) =>
    standings.filter((standing) => standing.verdict === verdict).map((standing) => ({ scenario, standing })),
  );
}

/** A paragraph for each cause in a scenario, and below it what it is the cause of. */
function byCause(placed: readonly Placed[]): string {
  const groups = new Map<string, string[]>();
  for (const { scenario, standing } of placed) {
    const head = `**${scenario}.** ${standing.reason ?? 'The cause is not known:'}`;
    groups.set(head, [...(groups.get(head) ?? []), `- ${line(standing)}`]);
  }
  return [...groups].map(([head, lines]) => [head, lines.join('\n')].join('\n\n')).join('\n\n');
}

function line({ kind, what, against, measured }: Standing): string {
  return kind === 'budget'
    ? `${what}: ${measured}, where the budget is ${against}`
    : `${what}, beside ${against}: ${measured}`;
}
