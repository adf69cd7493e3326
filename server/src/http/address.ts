import ipaddr from 'ipaddr.js';

/**
 * What counts as one address for limits: an IPv4 address, or the /64 of an IPv6 address, since one household or one
 * attacker has all of it (RFC 6177). An IPv4 address within IPv6 is the IPv4 address.
 *
 * @param address as Node gives it; undefined for a socket that is gone already
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
