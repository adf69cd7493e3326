/** Where a queue says what is unusual: pino's form. */
export interface QueueLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
