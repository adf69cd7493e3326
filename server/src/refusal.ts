export interface RefusalOptions extends ErrorOptions {
  /** Headers that the answer needs besides. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request that is understood, and not done. Thrown from wherever that shows; `http/failure.ts` answers with it.
 *
 * @param statusCode of HTTP, 400 to 599
 * @param code for programs: stable
 * @param message for people: what was wrong; the client gets it as it is, so it must hold nothing of ours
 */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly statusCode: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    { headers = {}, ...options }: RefusalOptions = {},
  ) {
    super(message, options);
    this.statusCode = statusCode;
    this.code = code;
    this.headers = headers;
  }
}
