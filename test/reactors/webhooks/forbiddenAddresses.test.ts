import { expect } from 'chai';
import { Socket } from 'node:net';
import { systemClock } from '../../../src/base/clock.ts';
import { isPublicAddress } from '../../../src/reactors/webhooks/sendRequest.ts';
import { createWebhookSender, type PosterOptions } from '../../../src/reactors/webhooks/sendRequest.ts';
import { type Listening, type Receiver, startReceiver } from '../../support/receivers.ts';

/** Names, and the answers of a name server for them, one after the other. */
const NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  localhost: [['127.0.0.1', '::1']],
  'localhost.': [['127.0.0.1']],
  'printer.local': [['192.168.7.7']],
  'metadata.example.com': [['169.254.169.254']],
  'mapped.example.com': [['::ffff:127.0.0.1', '::ffff:7f00:1']],
  'inside.example.com': [['10.1.2.3', 'fd00::1', '127.0.0.1']],
  'nowhere.example.com': [['0.0.0.0', '::']],
};

const resolve = async (name: string): Promise<readonly string[]> => NAMES[name]?.[0] ?? [];

/** Stands for the port of the listener. */
const FORMS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7F.1',
  '0',
  '0.0.0.0',
  '00.0x0',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '127.0.\t0.1',
  '127.0.0.1\\@example.com',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:a9fe:a9fe]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fc00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  'example.com@127.0.0.1',
  'example.com:80@127.0.0.1',
  '127.0.0.1@localhost',
  'a:b@[::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'printer.local',
  'metadata.example.com',
  'mapped.example.com',
  'inside.example.com',
  'nowhere.example.com',
];

describe('an address that may not be dialled', () => {
  const dialled: string[] = [];
  const { connect } = Socket.prototype;
  let listener: Receiver;
  const open: Listening[] = [];

  before(async () => {
    listener = await startReceiver(() => ({}), '::').catch(() => startReceiver(() => ({}), '0.0.0.0'));
    open.push(listener);
    Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
      const [[options] = [undefined]] = given as [[{ readonly host?: string }]];
      dialled.push(String(options?.host));
      return Reflect.apply(connect, this, given) as Socket;
    };
  });
  after(async () => {
    Socket.prototype.connect = connect;
    await Promise.all(open.map((each) => each.close()));
  });
  beforeEach(() => void dialled.splice(0));

  const post = (url: string, options: Partial<PosterOptions> = {}) =>
    createWebhookSender({ clock: systemClock, allowsPrivateNetworks: false, resolve, ...options })(
      { url, headers: {}, body: '{}', turn: 0 },
      new AbortController().signal,
    );

  it('is reached where nothing forbids it: the listener counts', async () => {
    for (const host of ['127.0.0.1', '0x7f.1', 'localhost', '0.0.0.0']) {
      const outcome = await post(`http://${host}:${listener.port}/`, { allowsPrivateNetworks: true });
      expect(outcome, host).to.include({ kind: 'answered' });
    }
    expect(listener.connections).to.equal(4);
    expect(dialled).to.have.length(4);
  });

  for (const form of FORMS)
    it(`is not dialled as ${JSON.stringify(form)}`, async () => {
      const before = listener.connections;
      for (const scheme of ['http', 'https'])
        expect(await post(`${scheme}://${form.replace(/\\|$/, `:${listener.port}$&`)}`)).to.deep.equal({
          kind: 'forbidden',
        });
      expect(listener.connections).to.equal(before);
      expect(dialled).to.deep.equal([]);
    });

  it('is not reached by a name that means another address the second time', async () => {
    const before = listener.connections;
    const rebound = await startReceiver(() => ({}), '127.0.0.2');
    open.push(rebound);
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']];
    let lookups = 0;
    const rebinding = {
      resolve: async () => answers[lookups++]!,
      mayDial: (ip: string) => ip === '127.0.0.2',
    };
    const first = await post(`http://rebinding.example.com:${rebound.port}/`, rebinding);
    expect(first).to.include({ kind: 'answered' });
    expect([lookups, rebound.connections, dialled]).to.deep.equal([1, 1, ['127.0.0.2']]);
    const second = await post(`http://rebinding.example.com:${listener.port}/`, rebinding);
    expect(second).to.deep.equal({ kind: 'forbidden' });
    expect([listener.connections, dialled]).to.deep.equal([before, ['127.0.0.2']]);
  });

  it('is left out where the name has others', async () => {
    const mixed = {
      resolve: async () => ['10.0.0.1', '127.0.0.2'],
      mayDial: (ip: string) => ip === '127.0.0.2',
    };
    await post('http://mixed.example.com:1/', mixed);
    expect(dialled).to.deep.equal(['127.0.0.2']);
  });

  it('is not reached by being sent on to it', async () => {
    const before = listener.connections;
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${listener.port}/`;
      const sender = await startReceiver(() => ({ status, headers: { location } }), '127.0.0.2');
      open.push(sender);
      const mayDial = (ip: string) => ip === '127.0.0.2' || isPublicAddress(ip);
      expect(await post(sender.url, { mayDial })).to.include({ kind: 'answered', status });
    }
    expect(listener.connections).to.equal(before);
  });
});
