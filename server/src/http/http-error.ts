import { STATUS_CODES } from 'node:http';
import type { ErrorBody } from './error-schema.ts';

/** The body of an error answer. */
export function errorBody(statusCode: number, code: string, message: string): ErrorBody {
  return { statusCode, code, error: STATUS_CODES[statusCode] ?? 'Error', message };
}
