/**
 * Adds to one of the numbers that are kept by key; one that is not there yet is 0.
 *
 * @param more 1 unless told
 */
export function count<K>(counts: Map<K, number>, key: K, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
