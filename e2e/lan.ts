import { networkInterfaces } from 'node:os';

/** A name that browsers take for a machine elsewhere, though it leads here. */
export const LAN_NAME = 'ticker.test';

/** For Chromium's `--host-resolver-rules`. */
export const LAN_NAME_RULE = `MAP ${LAN_NAME} 127.0.0.1`;

/**
 * An address of this machine as others in its network know it. Browsers trust 127.0.0.1 and localhost as they trust
 * https, so that pages which only work there look well. On a machine without a network: a name that isn't trusted either.
 */
export function lanHost(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? LAN_NAME;
}
