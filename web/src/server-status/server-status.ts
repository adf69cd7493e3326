/** Of `GET /api/status`, what the page shows. A journey's types compare it with the server's own. */
export interface ServerStatus {
  readonly tail: {
    readonly state: 'filling' | 'live' | 'degraded' | 'stalled' | 'disconnected';
    /** What keeps it from being live, in the server's words. */
    readonly why: string | null;
    /** "host:port" of the member that is read. */
    readonly member: string | null;
    readonly memberState: 'PRIMARY' | 'SECONDARY' | 'OTHER' | 'UNKNOWN' | null;
    /** The set's last write against the member's, in milliseconds, to the second. */
    readonly lagMs: number | null;
    readonly reopens: number;
    readonly gaps: number;
    readonly badDocuments: number;
  };
  /** null while the database does not say. */
  readonly topic: {
    readonly count: number;
    readonly sizeBytes: number;
    readonly max: number | null;
    /** How long the ring lasts at the present rate; null while nothing arrives. */
    readonly windowSeconds: number | null;
  } | null;
  readonly backlog: { readonly size: number };
  readonly subscribers: number;
  readonly ticksPerSecond: number;
  readonly draining: boolean;
  readonly version: string;
  readonly worker: { readonly number: number; readonly of: number } | null;
}
