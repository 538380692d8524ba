import { expect } from 'chai';
import { isPublicAddress } from '../../../src/reactors/webhooks/sendRequest.ts';
import { addressesInHostsFile } from '../../../src/reactors/webhooks/sendRequest.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:829::200e',
  '2001:4860:4860::8888',
];

const SPECIAL = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.7',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'fe80::1%lo',
  '',
  'localhost',
  '127.1',
  '0x7f.1',
];

describe('addresses', () => {
  it('of the public internet may be dialled', () => {
    expect(PUBLIC.filter((address) => !isPublicAddress(address))).to.deep.equal([]);
  });

  it('of one’s own networks, of tunnels to them and of nobody may not', () => {
    expect(SPECIAL.filter((address) => isPublicAddress(address))).to.deep.equal([]);
  });
});

describe('the file of hosts', () => {
  const hosts = `127.0.0.1 localhost  # this machine
::1\tlocalhost ip6-localhost
# 10.0.0.9 commented
10.0.0.7   Bot.Example.com bot
`;

  it('gives all addresses of a name, in whatever case', () => {
    expect(addressesInHostsFile(hosts, 'localhost')).to.deep.equal(['127.0.0.1', '::1']);
    expect(addressesInHostsFile(hosts, 'bot.example.com')).to.deep.equal(['10.0.0.7']);
    for (const absent of ['commented', '10.0.0.7', 'example.com', 'this', '']) {
      expect(addressesInHostsFile(hosts, absent), absent).to.deep.equal([]);
    }
  });
});
