import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from '../measure/machine.ts';
import type { Findings, Scenario } from '../scenario.ts';
import { replaceSection } from './section.ts';

const results = new URL('../../RESULTS.md', import.meta.url);
const folder = new URL('../../results/', import.meta.url);

/** When, where and how a scenario was run. */
export interface Circumstances {
  readonly date: Date;
  readonly command: string;
  readonly seconds: number;
  readonly machine: Machine;
}

/** A scenario's section of the report, in Markdown. */
export function sectionOf({ name, summary }: Scenario, found: Findings, where: Circumstances): string {
  const { date, command, seconds, machine } = where;
  const { cpu, cores, memoryGiB, system, node, mongod, commit } = machine;
  return [
    `## ${name}`,
    `${summary}.`,
    `\`${command}\`, ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${Math.round(seconds)} s, commit ` +
      `${commit}. ${cores} × ${cpu}, ${memoryGiB} GiB, ${system}, Node ${node}, three mongod ${mongod}; all of it, ` +
      `load and listeners too, on this one machine.`,
    found.markdown,
  ].join('\n\n');
}

/** Writes the section into RESULTS.md, and the numbers behind it into results/. */
export function record(scenario: Scenario, found: Findings, where: Circumstances): void {
  const before = existsSync(results) ? readFileSync(results, 'utf8') : '';
  writeFileSync(results, replaceSection(before, scenario.name, sectionOf(scenario, found, where)));
  mkdirSync(folder, { recursive: true });
  const raw = { scenario: scenario.name, ...where, ...found.raw };
  writeFileSync(new URL(`${scenario.name}.json`, folder), `${JSON.stringify(raw, null, 2)}\n`);
}
