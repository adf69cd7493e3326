/** The last moment that a JavaScript date can be, in milliseconds since 1970; the first one is as far before it. */
export const LAST_DATE_MS = 8.64e15;
