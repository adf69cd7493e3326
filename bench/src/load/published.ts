/** What a run of the publishing process published, as it is sent to the bench. */
export interface Published {
  /** Ticks of each publisher. */
  readonly counts: readonly number[];
  /** Right before the first insert was sent. */
  readonly startMicros: number;
  /** When the last insert was acknowledged. */
  readonly endMicros: number;
  /** From sent to acknowledged, each insert: an encoded histogram. */
  readonly acknowledged: string;
  /** How much later than due ticks were sent, where they had a schedule: an encoded histogram. */
  readonly late: string | null;
}
