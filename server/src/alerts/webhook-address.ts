import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** An address, or a URL, that webhooks may not be sent to. The message says why. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** What is routed on the Internet, of IPv6: the rest of it is special, or of other networks (RFC 4291, section 2.4). */
const GLOBAL_UNICAST: Network = [ipaddr.IPv6.parse('2000::'), 3];

/** Below this are services that are older than webhooks; a request may mean something to them. */
const LEAST_PORT = 1_024;

/**
 * Where webhooks may go: an owner of a rule chooses the URL, so this server must not let itself be sent to what only it
 * can reach (OWASP, "Server Side Request Forgery Prevention"). Allowed is what is public, by https; and what
 * `WEBHOOK_NETWORKS` lists, loopback by http too.
 *
 * In our own words, by ipaddr.js: request-filtering-agent does the same for addresses, but knows nothing of schemes,
 * takes `::7f00:1` for public, and complains on the console when it compares IPv4 with a listed IPv6 network.
 */
export class WebhookAddresses {
  readonly #listed: readonly Network[];

  /** @param networks addresses, and networks as CIDR. @throws Error that names the first that is none */
  constructor(networks: readonly string[]) {
    this.#listed = networks.map(networkOf);
  }

  /**
   * Reads a URL. Whatever form an IP address has in it (decimal, hex, octal, short), the URL has the usual one, and it
   * is checked here already; a name is checked when it is resolved.
   *
   * @throws AddressRefused
   */
  parse(url: string): URL {
    if (!URL.canParse(url)) throw new AddressRefused('the URL of the webhook is no URL');
    const parsed = new URL(url);
    const { protocol, username, password, hostname, port } = parsed;
    if (protocol !== 'https:' && protocol !== 'http:') {
      throw new AddressRefused(`a webhook is sent by https, not by ${protocol.slice(0, 20)}`);
    }
    if (username !== '' || password !== '') {
      throw new AddressRefused(
        'the URL of a webhook must hold no user and no password: it is signed instead',
      );
    }
    const number = Number(port);
    if (port !== '' && number !== 80 && number !== 443 && number < LEAST_PORT) {
      throw new AddressRefused(`a webhook is not sent to port ${port}: 80, 443, or ${LEAST_PORT} and more`);
    }
    const literal = hostname.replace(/^\[(.*)\]$/, '$1');
    if (ipaddr.isValid(literal)) this.check(literal, protocol);
    // What it is resolved to must be loopback then, and listed.
    else if (protocol === 'http:' && this.#listed.length === 0) throw new AddressRefused(HTTPS_ONLY);
    return parsed;
  }

  /**
   * @param address IPv4 or IPv6
   * @param protocol "https:" or "http:"
   * @throws AddressRefused
   */
  check(address: string, protocol: string): void {
    // An IPv4 address within IPv6 is the IPv4 address: the kernel takes it for that.
    const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
    if (!parsed) throw new AddressRefused(`${address} is no address`);
    const listed = this.#listed.some((network) => isWithin(parsed, network));
    if (protocol === 'http:' && !(listed && parsed.range() === 'loopback')) {
      throw new AddressRefused(HTTPS_ONLY);
    }
    if (!listed && !isPublic(parsed)) {
      throw new AddressRefused(
        'the webhook leads to an address that is not public (this server may be told to allow it: WEBHOOK_NETWORKS)',
      );
    }
  }
}

const HTTPS_ONLY =
  'a webhook is sent by https; by http only to the own machine, where WEBHOOK_NETWORKS lists its address';

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST);
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  if (address.kind() !== network.kind()) return false;
  return (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits);
}

function networkOf(text: string): Network {
  try {
    const [address = ''] = text.split('/');
    // ipaddr.js alone takes "10.0.0" for an address.
    if (isIP(address) === 0) throw new Error('no address');
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const parsed = ipaddr.process(address);
    return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
  } catch (cause) {
    throw new Error(`"${text}" is no address and no network such as 10.0.0.0/8`, { cause });
  }
}
