import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { WebhookAddresses } from './webhook-address.ts';

/** Looks a name up: all its addresses. Node's `dns.lookup` is one. */
export type Resolve = (
  name: string,
  options: { readonly all: true },
  done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void,
) => void;

/**
 * The look-up of a connection's name, with every address checked. The connection is made to what was checked and to
 * nothing else: a name that stands for another address a moment later (DNS rebinding) is not looked up again.
 *
 * Node's look-up takes one of four threads and can't be given up: a name server that does not answer keeps it for as
 * long as /etc/resolv.conf says, some 10 s, also after the attempt has ended. What bounds that is how many attempts are
 * made at once, and of one owner (`WebhookTurns`), and that each takes as long as that itself.
 *
 * @param protocol "https:" or "http:"
 */
export function pinnedLookup(
  addresses: WebhookAddresses,
  protocol: string,
  resolve: Resolve = systemLookup as Resolve,
): LookupFunction {
  return (name, { all }, done) => {
    resolve(name, { all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      try {
        // One that may not be reached is enough: the kernel, or the next try, might choose that one.
        for (const { address } of found) addresses.check(address, protocol);
      } catch (refused) {
        return done(refused as Error, '', 0);
      }
      const [first] = found;
      if (!first) return done(new Error(`${name} has no address`), '', 0);
      return all ? done(null, [...found]) : done(null, first.address, first.family);
    });
  };
}
