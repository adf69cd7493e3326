/**
 * The member with the fewest tails. Among equals the seat decides: a process' own number, at random, or one after the
 * other where processes are counted. So those that choose at once, before any of them is seen, spread too.
 *
 * @param addresses of members that are equally good, at least one
 * @param tails how many each carries already; one that is not in it did not answer, and is taken last
 * @param seat a whole number from 0 on
 */
export function leastCrowded(
  addresses: readonly string[],
  tails: ReadonlyMap<string, number>,
  seat: number,
): string {
  const fewest = Math.min(...addresses.map((address) => tails.get(address) ?? Infinity));
  const equal = addresses.filter((address) => (tails.get(address) ?? Infinity) === fewest).toSorted();
  return equal[seat % equal.length]!;
}
