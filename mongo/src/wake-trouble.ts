import { MongoServerError } from 'mongodb';
import { UNAUTHORIZED } from './error-code.ts';
import type { Log } from './log.ts';

export interface WakeTroubleOptions {
  /** "database.collection". */
  readonly topic: string;
  readonly awaitMs: number;
  readonly log?: Log | undefined;
}

/** Says in the log that ticks are not told of by a change stream: once for each reason, at whichever member. */
export class WakeTrouble {
  readonly #options: WakeTroubleOptions;
  #said: string | undefined;

  constructor(options: WakeTroubleOptions) {
    this.#options = options;
  }

  /** @param error of a change stream; undefined: one is heard. @param role that allows it */
  hear(error: unknown, member: string, role: string): void {
    const why = error === undefined ? undefined : this.#why(error, role);
    const said = this.#said;
    if (why === said) return;
    this.#said = why;
    const { awaitMs, log } = this.#options;
    if (why !== undefined) {
      log?.warn(
        { member, why },
        `no change stream tells of ticks: asked every ${awaitMs} ms, will try again`,
      );
    } else log?.info({ member }, 'a change stream tells of ticks again');
  }

  #why(error: unknown, role: string): string {
    if (error instanceof MongoServerError && error.code === UNAUTHORIZED) {
      return `the user of MONGODB_URI may not watch ${this.#options.topic}: it needs the role ${role} as npm run roles makes it now`;
    }
    return error instanceof Error ? error.message : String(error);
  }
}
