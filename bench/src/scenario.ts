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
}

/** A question that the bench answers. */
export interface Scenario {
  readonly name: string;
  /** One line, for the list. */
  readonly summary: string;
  /** Whether it plays on a full ring with a publisher: to fill one takes some seconds. */
  readonly ring: boolean;
  /**
   * @param log gets a line for each step
   * @throws Error when it can't be measured
   */
  run(stage: Stage, effort: Effort, log: (line: string) => void): Promise<Findings>;
}
