/** What `make` gives, made when it is first asked for: formats of Intl cost milliseconds each, and most pages need few. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
