import type { Order } from './order.ts';

/** How jobs are claimed. */
export interface ClaimOptions {
  /** 'fifo' by default. */
  readonly order?: Order;
  /** See `Queue.claimMany`. */
  readonly strict?: boolean;
  /** Who claims, for a person to read. The machine's name and the process id by default. */
  readonly worker?: string;
  /** How long the lease lasts, in milliseconds. 30 000 by default. */
  readonly leaseMs?: number;
}
