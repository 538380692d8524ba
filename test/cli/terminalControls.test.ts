import { expect } from 'chai';
import { printable } from '../../src/base/printable.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { build, Installation } from './installation.ts';

/** A new title, a cleared screen in both forms, a hidden line, a question that the terminal answers, reversed text. */
const HOSTILE =
  '\u001b]0;owned\u0007 \u001b[2J \u009b2J seen\rnot seen \u0090$q"p\u009c \u007f \u202elive\u202c';
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

describe('what commands print', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let messageId: number;
  let hansard: Installation;

  before(async () => {
    build();
    ({ folder, remove } = await temporaryFolder());
    const server = await Hansard.start({ folder });
    const owner = await server.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const message = { type: 'channel', to: 'general', topic: 'x', content: HOSTILE };
    messageId = (await owner.post('/messages', message)).body.id as number;
    await server.stop();
    hansard = new Installation({ folder });
  });
  after(() => remove());

  for (const words of [
    ['replay'],
    ['replay', '--format', 'text'],
    ['replay', '--format', 'cloudevents'],
    ['show', 'message', 'ID', '--organization', 'root'],
    ['show', 'message', 'ID', '--organization', 'root', '--json'],
  ])
    it(`does not control the terminal: ${words.join(' ')}`, async () => {
      const { code, stdout } = await hansard.cli(
        ...words.map((word) => (word === 'ID' ? String(messageId) : word)),
      );
      expect(code).to.equal(0);
      expect(stdout)
        .to.include('owned')
        .and.include('u009b2J')
        .and.include('u202elive')
        .and.not.match(CONTROLS);
    });

  it('does not control the terminal: errors, in both forms', async () => {
    for (const form of [[], ['--json']]) {
      const { stderr } = await hansard.cli('show', 'message', '1', '--organization', HOSTILE, ...form);
      expect(stderr).to.include('owned').and.not.match(CONTROLS);
    }
  });

  it('means the same in JSON', () => {
    const text = printable(JSON.stringify({ HOSTILE }));
    expect(text).not.to.match(CONTROLS);
    expect(JSON.parse(text)).to.deep.equal({ HOSTILE });
    expect(printable('Zoë\t日本\n👩‍💻')).to.equal('Zoë\t日本\n👩‍💻');
  });
});
