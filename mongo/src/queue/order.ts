/** Which waiting job comes next. `fifo`: the oldest. `priority`: the highest, among equals the oldest. */
export type Order = 'fifo' | 'priority';

/**
 * The article's sorts, with the `_id` to tell apart what was created in the same millisecond. Those of one
 * `enqueueMany` are: without it their order would be that of the storage, which is another one on each member.
 */
export const SORTS = {
  fifo: { createdOn: 1, _id: 1 },
  priority: { priority: -1, createdOn: 1, _id: 1 },
} as const;

/** The indexes that have the waiting jobs in these orders. The article's own commands use them as well. */
export const INDEXES = {
  fifo: { startTime: 1, ...SORTS.fifo },
  priority: { startTime: 1, ...SORTS.priority },
} as const;
