/** There is no token, or one that is not valid. The message never holds any of it. */
export class Unauthorized extends Error {
  readonly statusCode = 401;
  readonly code = 'unauthorized';
}
