import { STATUS_CODES } from 'node:http';

/** What every refused or failed request is answered with. */
export interface ErrorBody {
  readonly statusCode: number;
  /** For programs: stable, snake_case. */
  readonly code: string;
  /** The status in words. */
  readonly error: string;
  /** For people: what was wrong. */
  readonly message: string;
}

/** The body of an error answer. */
export function errorBody(statusCode: number, code: string, message: string): ErrorBody {
  return { statusCode, code, error: STATUS_CODES[statusCode] ?? 'Error', message };
}
