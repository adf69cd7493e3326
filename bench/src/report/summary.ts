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

/** The report's end: what the numbers above say against us, and nothing else. */
export function behind(all: readonly Standings[]): string {
  const lines = all.flatMap(({ scenario, standings }) =>
    standings
      .filter(({ verdict }) => verdict === 'behind')
      .map((standing) => `- ${sentence(scenario, standing)}`),
  );
  const count = all.reduce((sum, { standings }) => sum + standings.length, 0);
  const level = all.flatMap(({ scenario, standings }) =>
    standings
      .filter(({ verdict }) => verdict === 'level')
      .map(({ what, against, measured }) => `- ${scenario}: ${what}, beside ${against}: ${measured}`),
  );
  const absent = all.flatMap((each) => each.absent.map((why) => `- ${each.scenario}: ${why}`));
  return [
    '## Where we are behind',
    lines.length === 0
      ? `In none of the ${count} budgets and comparisons above.`
      : `In ${lines.length} of the ${count} budgets and comparisons above:\n\n${lines.join('\n')}`,
    ...(level.length > 0
      ? [`Neither ahead nor behind, since the pairs do not agree:\n\n${level.join('\n')}`]
      : []),
    ...(absent.length > 0 ? [`Not compared, since it was not to be had here:\n\n${absent.join('\n')}`] : []),
  ].join('\n\n');
}

function sentence(scenario: string, { kind, what, against, measured, reason }: Standing): string {
  const said =
    kind === 'budget'
      ? `${what}: ${measured}, where the budget is ${against}.`
      : `${what}: ${measured} beside ${against}.`;
  return `${scenario}: ${said}${reason ? ` ${reason}` : ''}`;
}
