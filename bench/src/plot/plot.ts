/** One value of a plot. */
export interface Point {
  /** Of which part of the plot, where it has several: "bursts of 10". */
  readonly panel?: string;
  /** The thing compared: "ours". Names that begin with "ours" stand out. */
  readonly series: string;
  /** Where along the other axis; bars have none, for them the series is the place. */
  readonly x?: number | string;
  readonly value: number;
  /** The smallest and the largest over the rounds. */
  readonly low?: number;
  readonly high?: number;
}

/**
 * A plot of a scenario: data and titles only, so that it is kept with the numbers in JSON, and drawn from there. `bars`
 * compares series by one value each; `lines` shows how it goes along `x`.
 */
export interface Plot {
  /** Of its file, beside those of all scenarios: "fan-out-frames". */
  readonly name: string;
  /** Says what is seen; also the text for those who can't see it. */
  readonly title: string;
  readonly kind: 'bars' | 'lines';
  /** What the values are, with their unit: "frames a CPU second". */
  readonly value: string;
  /** What `x` is; for lines only. */
  readonly x?: string;
  /** Axes in powers of ten: values whose ratio matters and that lie far apart. */
  readonly log?: { readonly x?: boolean; readonly value?: boolean };
  readonly points: readonly Point[];
}

/** The file of a plot, from the folder of the report. */
export function plotFile(name: string): string {
  return `plots/${name}.svg`;
}

/** A plot in the report: the picture, with its title as its text. */
export function plotMarkdown({ name, title }: Plot): string {
  return `![${title.replaceAll(/[[\]]/g, '')}](${plotFile(name)})`;
}
