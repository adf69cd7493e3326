import type { Plot } from './plot/plot.ts';
import type { Standing } from './report/standing.ts';
import type { Stage } from './stage/stage.ts';

/** How much to measure: for a look, for the published tables, for the last digit. */
export type Level = 'quick' | 'normal' | 'full';

export interface Effort {
  readonly level: Level;
  /** Length of every slice, instead of the scenario's own. */
  readonly seconds?: number | undefined;
}

/** What a scenario found. */
export interface Findings {
  /** Its part of the report: tables, and what they mean. */
  readonly markdown: string;
  /** Every number behind it, as JSON. */
  readonly raw: object;
  /** Pictures of it; they stand before the tables. */
  readonly plots: readonly Plot[];
  /** Its budgets and peers, for the summary; none where it is held against neither. */
  readonly standings: readonly Standing[];
  /** What could not be had or measured here, each with its reason. */
  readonly absent: readonly string[];
}

/** A question that the bench answers. */
export interface Scenario {
  readonly name: string;
  /** One line, for the list. */
  readonly summary: string;
  /** Whether it plays on a full ring with a publisher: to fill one takes some seconds. */
  readonly ring: boolean;
  /** Seconds that it takes on two cores, once its stage stands; after three times as long it is given up. */
  readonly budget: Readonly<Record<Level, number>>;
  /**
   * @param log gets a line for each step
   * @throws Error when it can't be measured
   */
  run(stage: Stage, effort: Effort, log: (line: string) => void): Promise<Findings>;
}
