import { addressRule, isNetwork } from './addresses.ts';

// biome-ignore format: a table
const CLOSED: readonly (readonly [what: string, first: string, last: string])[] = [
  ['this host',                     '0.0.0.0',         '0.255.255.255'],
  ['private, 10',                   '10.0.0.0',        '10.255.255.255'],
  ['behind a provider’s NAT',       '100.64.0.0',      '100.127.255.255'],
  ['loopback',                      '127.0.0.0',       '127.255.255.255'],
  ['metadata of Azure',             '168.63.129.16',   '168.63.129.16'],
  ['link-local',                    '169.254.0.0',     '169.254.255.255'],
  ['private, 172',                  '172.16.0.0',      '172.31.255.255'],
  ['protocol assignments',          '192.0.0.0',       '192.0.0.255'],
  ['documentation 1',               '192.0.2.0',       '192.0.2.255'],
  ['relays of 6to4',                '192.88.99.0',     '192.88.99.255'],
  ['private, 192',                  '192.168.0.0',     '192.168.255.255'],
  ['benchmarks',                    '198.18.0.0',      '198.19.255.255'],
  ['documentation 2',               '198.51.100.0',    '198.51.100.255'],
  ['documentation 3',               '203.0.113.0',     '203.0.113.255'],
  ['multicast',                     '224.0.0.0',       '239.255.255.255'],
  ['reserved, and broadcast',       '240.0.0.0',       '255.255.255.255'],
  ['unspecified, IPv6',             '::',              '::'],
  ['loopback, IPv6',                '::1',             '::1'],
  ['IPv4-compatible',               '::0.0.0.2',       '::255.255.255.255'],
  ['IPv4-translated',               '::ffff:0:0:0',    '::ffff:0:ffff:ffff'],
  ['NAT64 of one network',          '64:ff9b:1::',     '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['what goes nowhere',             '100::',           '100::ffff:ffff:ffff:ffff'],
  ['Teredo',                        '2001::',          '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['protocol assignments, IPv6',    '2001:1::',        '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation, IPv6',           '2001:db8::',      '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4',                          '2002::',          '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation, IPv6, 2',        '3fff::',          '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['given to nobody, low',          '2::',             '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['given to nobody, high',         '4000::',          'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local',                  'fc00::',          'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['metadata of AWS, IPv6',         'fd00:ec2::254',   'fd00:ec2::254'],
  ['link-local, IPv6',              'fe80::',          'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local',                    'fec0::',          'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast, IPv6',               'ff00::',          'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

// biome-ignore format: a table
const OPEN: readonly (readonly [beside: string, below: string, above: string])[] = [
  ['this host and private, 10',     '1.0.0.0',         '9.255.255.255'],
  ['private, 10',                   '11.0.0.0',        '11.0.0.1'],
  ['behind a provider’s NAT',       '100.63.255.255',  '100.128.0.0'],
  ['loopback',                      '126.255.255.255', '128.0.0.0'],
  ['metadata of Azure',             '168.63.129.15',   '168.63.129.17'],
  ['link-local',                    '169.253.255.255', '169.255.0.0'],
  ['private, 172',                  '172.15.255.255',  '172.32.0.0'],
  ['protocol assignments',          '191.255.255.255', '192.0.1.0'],
  ['documentation 1',               '192.0.1.255',     '192.0.3.0'],
  ['relays of 6to4',                '192.88.98.255',   '192.88.100.0'],
  ['private, 192',                  '192.167.255.255', '192.169.0.0'],
  ['benchmarks',                    '198.17.255.255',  '198.20.0.0'],
  ['documentation 2',               '198.51.99.255',   '198.51.101.0'],
  ['documentation 3',               '203.0.112.255',   '203.0.114.0'],
  ['multicast',                     '223.255.255.255', '8.8.8.8'],
  ['what has been given out, IPv6', '2000::',          '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['protocol assignments, IPv6',    '2000:ffff::1',    '2001:200::'],
  ['documentation, IPv6',           '2001:db7:ffff::', '2001:db9::'],
  ['6to4',                          '2001:ffff::1',    '2003::'],
  ['documentation, IPv6, 2',        '3ffe:ffff::1',    '3fff:1000::'],
];

const mayConnect = addressRule([]);

test.each(CLOSED)('%s is forbidden, from %s to %s', (_what, first, last) => {
  expect([first, last].filter(mayConnect)).toEqual([]);
});

test.each(OPEN)('addresses next to %s are allowed: %s, %s', (_beside, below, above) => {
  expect([below, above].filter((address) => !mayConnect(address))).toEqual([]);
});

describe('an IPv4 address in an IPv6 address', () => {
  const groups = (address: string) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  };
  // biome-ignore format: a table
  const FORMS: readonly (readonly [form: string, write: (address: string) => string])[] = [
    ['mapped, with dots',        (address) => `::ffff:${address}`],
    ['mapped',                   (address) => `::ffff:${groups(address)}`],
    ['mapped, in capitals',      (address) => `::FFFF:${groups(address).toUpperCase()}`],
    ['mapped, with all zeros',   (address) => `0000:0000:0000:0000:0000:ffff:${groups(address)}`],
    ['mapped, zeros elsewhere',  (address) => `0::0:ffff:${groups(address)}`],
    ['NAT64',                    (address) => `64:ff9b::${groups(address)}`],
    ['NAT64, with dots',         (address) => `64:ff9b::${address}`],
    ['NAT64, with all zeros',    (address) => `0064:ff9b:0:0:0:0:${groups(address)}`],
  ];

  test.each(FORMS)(
    'an IPv4 address in an IPv6 address is treated as the IPv4 address (%s)',
    (_form, write) => {
      const closed = CLOSED.flatMap(([, first, last]) => [first, last]).filter((text) => !text.includes(':'));
      const open = OPEN.flatMap(([, below, above]) => [below, above]).filter((text) => !text.includes(':'));
      expect(closed.map(write).filter(mayConnect)).toEqual([]);
      expect(open.map(write).filter((address) => !mayConnect(address))).toEqual([]);
      expect(addressRule(['10.0.0.0/8'])(write('10.1.2.3'))).toBe(true);
    },
  );

  // biome-ignore format: a table
  test.each([
    ['IPv4-compatible',  '::8.8.8.8'],
    ['IPv4-translated',  '::ffff:0:8.8.8.8'],
    ['6to4',             '2002:808:808::1'],
    ['Teredo',           '2001:0:808:808::1'],
    ['NAT64 of one net', '64:ff9b:1::808:808'],
  ])('an IPv4 address in an IPv6 address is forbidden in forms that have no public use today (%s)', (_form, address) => {
    expect(mayConnect(address)).toBe(false);
  });
});

// biome-ignore format: a table
test.each(['', 'localhost', '8.8.8', '08.8.8.8', '0x8.8.8.8', '134744072', '8.8.8.8/32', ' 8.8.8.8', '8.8.8.8 ',
  '[2606:4700::1]', '2606:4700::1%eth0', 'fe80::1%1', '::ffff:8.8.8.8%lo', '2606:4700:::1', '8.8.8.8:80'])(
  'text that is not an address, or has a zone, is forbidden: "%s"',
  (text) => {
    expect(addressRule(['0.0.0.0/0', '::/0'])(text)).toBe(false);
  },
);

describe('allowed networks', () => {
  test('allowed networks allow all their addresses and no others', () => {
    const rule = addressRule(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32', '192.168.7.9/24']);
    // biome-ignore format: a table
    const opened = ['10.1.0.0', '10.1.255.255', '127.0.0.1', 'fd00:1::', 'fd00:1:ffff::1', '192.168.7.0', '192.168.7.255', '8.8.8.8'];
    const closed = ['10.0.255.255', '10.2.0.0', '127.0.0.2', 'fd00:2::', 'fd00::1', '192.168.6.255', '::1'];
    expect([...opened, ...closed].filter(rule)).toEqual(opened);
  });

  test('allowed networks apply to one family: all of IPv6 allows no IPv4, and vice versa', () => {
    expect(addressRule(['::/0'])('127.0.0.1')).toBe(false);
    expect(addressRule(['::/0'])('::ffff:127.0.0.1')).toBe(false);
    expect(addressRule(['0.0.0.0/0'])('::1')).toBe(false);
  });

  // biome-ignore format: a table
  const NONE = ['', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '/8', '::/129', 'fd00::/8/8', 'localhost', '10.0.0.0/-1', '10.0.0.0/8 ',
    'fe80::%eth0/10', '::ffff:10.0.0.0/104', '64:ff9b::/96', '10.0.0.0/1e1'];

  test.each(NONE)('invalid allowed networks are refused by name: "%s"', (text) => {
    expect(isNetwork(text)).toBe(false);
    expect(() => addressRule(['10.0.0.0/8', text])).toThrow(
      new TypeError(`${JSON.stringify(text)} is not a network; write it as 10.1.0.0/16 or fd00::/8`),
    );
  });

  test.each(['10.0.0.0/8', '0.0.0.0/0', '::/0', 'fd00::/8', '10.1.2.3', '::1'])(
    'an allowed network can be %s',
    (text) => {
      expect(isNetwork(text)).toBe(true);
    },
  );
});
