/** How much of a core each used, on average. */
export interface Cores {
  readonly server: number;
  readonly primary: number;
  /** The secondary that the server tails. */
  readonly tailed: number;
  /** The other one. */
  readonly untailed: number;
}

/** What was measured with so many clients at such a rate. */
export interface Point {
  readonly clients: number;
  /** Ticks a second, as planned. */
  readonly rate: number;
  readonly cores: Cores;
  /** Of the server before anybody had connected; and with all clients, idle, before its first tick. */
  readonly emptyBytes: number;
  readonly memoryBytes: number;
  /** That a client got in a second: by the server's own count. */
  readonly frames: number;
  readonly bytes: number;
  /** Ticks a second that a client got. */
  readonly ticks: number;
  /** Ticks that never came, all clients together. */
  readonly lost: number;
  /** How often the tail opened its cursor anew. */
  readonly reopens: number;
}
