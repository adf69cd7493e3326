import type {
  AlertDelivery,
  AlertEntry,
  AlertRow,
  Known,
  Log,
  Queue,
  Rules,
  RulesNews,
  Tail,
} from '@ticker/mongo';

/** What alerts ask of MongoDB. */
export interface AlertsDatabase {
  readonly rules: Rules;
  readonly queue: Queue<AlertDelivery>;
  /** Makes the collections that are missing. @throws AlertsUnavailable, with what to do; MongoError */
  ensure(): Promise<void>;
  /** To be called at start. @throws AlertsUnavailable where the queue is used for other jobs; MongoError */
  refuseForeignJobs(): Promise<void>;
  /** See `followRules`: never throws. */
  follow(options: { readonly signal: AbortSignal; readonly log: Log }): AsyncIterable<RulesNews>;
  /** A tail of the alerts of all processes. */
  tail(known: Known, signal: AbortSignal): Pick<Tail<AlertEntry>, typeof Symbol.asyncIterator | 'status'>;
  /** See `insertAlert`. */
  insert(row: AlertRow): Promise<void>;
}
