import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from '../measure/machine.ts';
import { draw } from '../plot/draw.ts';
import { plotFile } from '../plot/plot.ts';
import type { Findings, Scenario } from '../scenario.ts';
import { document, type Recorded } from './document.ts';

/** Where RESULTS.md, `results/` and `plots/` are. */
const HOME = new URL('../../', import.meta.url);

/** When, where and how a scenario was run. */
export interface Circumstances {
  /** ISO 8601. */
  readonly date: string;
  readonly command: string;
  readonly seconds: number;
  readonly machine: Machine;
}

/** What a run found, as it is kept: the report, and the numbers behind it. */
export function recorded(
  { name, summary }: Pick<Scenario, 'name' | 'summary'>,
  { markdown, plots, standings, absent, raw }: Findings,
  where: Circumstances,
): Recorded & object {
  const head = { scenario: name, summary, ...where, report: { markdown, plots, standings, absent } };
  // First in the file, and not to be overwritten by a number of the same name.
  return { ...head, ...raw, ...head };
}

/** Writes a run's file into `results/`. @param home the folder of RESULTS.md */
export function record(run: Recorded, home: URL = HOME): void {
  const folder = new URL('results/', home);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${run.scenario}.json`, folder), `${JSON.stringify(run, null, 2)}\n`);
}

/**
 * Makes RESULTS.md and its plots anew from all of `results/`.
 *
 * @param order names of scenarios; what is recorded of others comes behind them
 */
export async function writeReport(order: readonly string[], home: URL = HOME): Promise<void> {
  const folder = new URL('results/', home);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const all = files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded);
  const place = ({ scenario }: Recorded) => (order.indexOf(scenario) + order.length + 1) % (order.length + 1);
  all.sort((one, other) => place(one) - place(other) || one.scenario.localeCompare(other.scenario));
  mkdirSync(new URL('plots/', home), { recursive: true });
  for (const plot of all.flatMap(({ report }) => report?.plots ?? []))
    writeFileSync(new URL(plotFile(plot.name), home), await draw(plot));
  writeFileSync(new URL('RESULTS.md', home), document(all));
}
