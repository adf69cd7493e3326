import { describe, expect, it } from 'vitest';
import { pinnedLookup, type Resolve } from '../../src/alerts/pinned-lookup.ts';
import { AddressRefused, WebhookAddresses } from '../../src/alerts/webhook-address.ts';

const strict = new WebhookAddresses([]);
const open = new WebhookAddresses(['127.0.0.0/8', '::1', '10.1.0.0/16']);

describe('A URL of a webhook', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
  ])('is taken: %s', (url) => {
    expect(strict.parse(url).href).toBe(url);
  });

  it.each([
    ['no URL', 'hello'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['by http', 'http://example.com/'],
    ['by http to an address', 'http://93.184.216.34/'],
    ['with a user', 'https://user@example.com/'],
    ['with a password', 'https://:word@example.com/'],
    ['to a mail server', 'https://example.com:25/'],
    ['to port 0', 'https://example.com:0/'],
    ['to loopback', 'https://127.0.0.1/'],
    ['to loopback as a number', 'https://2130706433/'],
    ['to loopback in hex', 'https://0x7f000001/'],
    ['to loopback in hex parts', 'https://0x7f.0.0x0.1/'],
    ['to loopback in octal', 'https://0177.0.0.01/'],
    ['to loopback, short', 'https://127.1/'],
    ['to loopback, escaped', 'https://%31%32%37.0.0.1/'],
    ['to loopback in wide digits', 'https://１２７.0.0.1/'],
    ['to IPv6 loopback', 'https://[::1]/'],
    ['to mapped loopback', 'https://[::ffff:127.0.0.1]/'],
    ['to mapped loopback in hex', 'https://[::ffff:7f00:1]/'],
    ['to a private network', 'https://10.0.0.1/'],
    ['to another private network', 'https://192.168.1.1/'],
    ['to the metadata of a cloud', 'https://169.254.169.254/latest/meta-data/'],
    ['to it by IPv6', 'https://[fd00:ec2::254]/'],
    ['to any address of this machine', 'https://0.0.0.0/'],
  ])('is refused: %s', (_, url) => {
    expect(() => strict.parse(url)).toThrow(AddressRefused);
  });

  it('by http only to loopback, only where that is listed', () => {
    expect(open.parse('http://127.0.0.1:8080/').port).toBe('8080');
    expect(open.parse('http://[::1]:8080/').port).toBe('8080');
    expect(() => open.parse('http://10.1.2.3/')).toThrow(/by http only to the own machine/);
    expect(open.parse('https://10.1.2.3/').hostname).toBe('10.1.2.3');
    expect(() => open.parse('https://10.2.2.3/')).toThrow(/not public/);
  });
});

describe('An address', () => {
  it.each([
    '127.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
    'nonsense',
  ])('that is not public is refused: %s', (address) => {
    expect(() => strict.check(address, 'https:')).toThrow(AddressRefused);
  });

  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700:4700::1111'])(
    'that is public is allowed: %s',
    (address) => {
      expect(strict.check(address, 'https:')).toBeUndefined();
    },
  );

  it('that is listed is allowed, and its neighbour is not', () => {
    expect(open.check('10.1.255.255', 'https:')).toBeUndefined();
    expect(open.check('::ffff:10.1.255.255', 'https:')).toBeUndefined();
    expect(() => open.check('10.2.0.0', 'https:')).toThrow(AddressRefused);
  });
});

describe('WEBHOOK_NETWORKS', () => {
  it.each(['localhost', '10.0.0.0/33', '10.0.0', 'fe80::/x'])('refuses %s', (network) => {
    expect(() => new WebhookAddresses([network])).toThrow(`"${network}" is no address and no network`);
  });
});

describe('The look-up', () => {
  const answering =
    (...addresses: string[]): Resolve =>
    (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const look = (resolve: Resolve, all: boolean) =>
    new Promise((done, fail) => {
      pinnedLookup(strict, 'https:', resolve)('name', { all }, (error, address, family) =>
        error ? fail(error) : done(all ? address : [address, family]),
      );
    });

  it('gives what was checked', async () => {
    expect(await look(answering('8.8.8.8', '1.1.1.1'), true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '1.1.1.1', family: 4 },
    ]);
    expect(await look(answering('8.8.8.8'), false)).toEqual(['8.8.8.8', 4]);
  });

  it.each([true, false])('refuses a name of which one address is not public, all: %s', async (all) => {
    await expect(look(answering('8.8.8.8', '10.0.0.1'), all)).rejects.toThrow(AddressRefused);
  });

  it('refuses a name that has no address', async () => {
    await expect(look(answering(), true)).rejects.toThrow('name has no address');
  });
});
