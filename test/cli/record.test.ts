import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { build, Installation } from './installation.ts';

interface Line {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly id: string;
  readonly time: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Shown {
  readonly subject: string;
  readonly id: number;
  readonly name: string | null;
  readonly story: readonly (Line & { readonly differences?: object })[];
  readonly counted: readonly { readonly type: string; readonly count: number }[];
}

describe('questions to the record', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: Hansard;
  let hansard: Installation;
  let [ada, designId, messageId] = [0, 0, 0];

  before(async () => {
    build();
    ({ folder, remove } = await temporaryFolder());
    server = await Hansard.start({ folder });
    hansard = new Installation({ folder });
    const owner = await server.owner();
    const person = await server.person('Ada Lovelace');
    ada = person.userId;
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design', description: 'Shapes' }],
    });
    await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    designId = Number((await owner.get('/get_stream_id', { stream: 'design' })).body.stream_id);
    const sent = { type: 'channel', to: 'design', topic: 'logo', content: 'Is it grene now?' };
    messageId = Number((await person.post('/messages', sent)).body.id);
    await person.patch(`/messages/${messageId}`, { content: 'Is it green now?' });
    await owner.post(`/messages/${messageId}/reactions`, { emoji_name: 'tada' });
    await owner.patch(`/messages/${messageId}`, { topic: 'colours', send_notification_to_new_thread: false });
    await owner.patch(`/streams/${designId}`, { new_name: 'brand', description: 'Shapes and colours' });
    await owner.patch(`/users/${ada}`, { role: 300 });
    await (
      await server.organization('acme')
    ).post('/users/me/subscriptions', {
      subscriptions: [{ name: 'elsewhere' }],
    });
    await server.settled();
  });
  after(() => remove());

  const replayed = async (...words: readonly string[]): Promise<readonly Line[]> => {
    const { code, stdout, stderr } = await hansard.cli('replay', ...words);
    expect([code, stderr]).to.deep.equal([0, '']);
    return stdout === ''
      ? []
      : stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Line);
  };
  const typesOf = (lines: readonly Line[]): readonly string[] => lines.map(({ type }) => type);

  const questions = (): void => {
    it('select by person, actor, channel, topic, message and organization', async () => {
      const all = await replayed();
      const ofMessage = ['MessageSent', 'MessageEdited', 'ReactionAdded', 'MessagesMoved'];
      expect(typesOf(await replayed('--message', String(messageId)))).to.include.members(ofMessage);
      const ofTopic = await replayed('--channel', 'brand', '--topic', 'LOGO');
      expect(typesOf(ofTopic)).to.include.members(ofMessage).and.not.include('ChannelRenamed');
      const byAda = await replayed('--actor', 'ada.lovelace@example.com');
      expect(byAda.map(({ metadata }) => metadata['actor'])).to.deep.equal(byAda.map(() => ada));
      expect(typesOf(byAda)).to.include('MessageSent').and.not.include('UserRoleChanged');
      expect(typesOf(await replayed('--person', String(ada)))).to.include.members([
        'UserCreated',
        'UserRoleChanged',
      ]);
      const bySystem = await replayed('--actor', 'server');
      expect(new Set(bySystem.map(({ metadata }) => metadata['actor']))).to.deep.equal(new Set([null]));
      const ofAcme = await replayed('--organization', 'acme');
      expect(ofAcme).to.deep.equal(all.filter(({ metadata }) => metadata['organization'] === 2));
      expect(ofAcme.length).to.be.greaterThan(5);
    });

    it('select by time: the first moment belongs to it, the last one does not', async () => {
      const all = await replayed();
      const [middle] = all.slice(all.length / 2);
      // Options take whole seconds.
      const second = Math.floor(middle!.time / 1000);
      const before = all.filter(({ time }) => time < second * 1000);
      const later = all.filter(({ time }) => time >= second * 1000);
      // The server goes on meanwhile.
      const end = all.at(-1)!.position;
      const ofThen = async (...words: readonly string[]) =>
        (await replayed(...words)).filter(({ position }) => position <= end);
      expect(await ofThen('--since', String(second))).to.deep.equal(later);
      expect(await ofThen('--until', String(second))).to.deep.equal(before);
      expect(await ofThen('--since', '1h')).to.deep.equal(all);
      expect(await replayed('--until', '1h')).to.deep.equal([]);
    });

    it('keep the form of a line, and add names at its end only if asked', async () => {
      const [plain] = await replayed('--message', String(messageId));
      const keys = ['position', 'stream', 'revision', 'type', 'version', 'id', 'time', 'data', 'metadata'];
      expect(Object.keys(plain!)).to.deep.equal(keys);
      const [withNames] = await replayed('--message', String(messageId), '--with-names');
      expect(withNames).to.deep.equal({ ...plain, names: withNames?.names });
      expect(withNames?.names).to.deep.include({ channel: { [designId]: 'brand' } });
      expect(withNames?.names?.['person']).to.include({ [ada]: 'Ada Lovelace' });
    });

    it('are answered as CloudEvents', async () => {
      const { stdout } = await hansard.cli('replay', '--format', 'cloudevents');
      const events = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const all = await replayed();
      expect(events.map(({ id }) => id)).to.deep.equal(all.map(({ id }) => id));
      expect(events.map(({ data }) => data)).to.deep.equal(all.map(({ data }) => data));
      for (const event of events) {
        expect(event).to.include({ specversion: '1.0', datacontenttype: 'application/json' });
        expect(event['source']).to.match(/^\/logs\/[^/]+\/streams\/[\w-]+$/);
        expect(event['time']).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
        for (const [name, value] of Object.entries(event)) {
          expect(name).to.match(/^[a-z0-9]{1,20}$/);
          if (name !== 'data') expect(value, name).to.be.a('string').that.is.not.equal('');
        }
      }
      expect(new Set(events.map(({ source, id }) => `${String(source)} ${String(id)}`)).size).to.equal(
        all.length,
      );
      expect(events.find(({ actor }) => actor === String(ada))).to.include({ actorname: 'Ada Lovelace' });
    });

    it('are answered in text, with names beside IDs and one line per event', async () => {
      const { stdout } = await hansard.cli('replay', '--format', 'text', '--message', String(messageId));
      const [sent, edited] = stdout.split('\n');
      expect(sent).to.match(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ  \d+  organization-1  Ada Lovelace \(\d+\)  MessageSent  /,
      );
      expect(sent).to.include(`channel: brand (${designId}); topic: "logo"; content: "Is it grene now?"`);
      expect(edited).to.include('content: "Is it [-grene-]{+green+} now?"');
    });

    it('tell the story of a message', async () => {
      const shown = await hansard.json<Shown>(0, 'show', 'message', String(messageId));
      expect(typesOf(shown.story).slice(0, 2)).to.deep.equal(['MessageSent', 'MessageEdited']);
      expect(typesOf(shown.story)).to.include.members(['ReactionAdded', 'MessagesMoved']);
      expect(shown.story[1]?.differences).to.deep.equal({
        content: [
          { change: 'kept', text: 'Is it ' },
          { change: 'removed', text: 'grene' },
          { change: 'added', text: 'green' },
          { change: 'kept', text: ' now?' },
        ],
      });
      const { stdout } = await hansard.cli('show', 'message', String(messageId));
      expect(stdout).to.match(/^Message \d+\n\n/);
      expect(stdout).to.match(/Z  Message edited, by Ada Lovelace \(\d+\) \(position \d+\)\n/);
      expect(stdout).to.include('    content: "Is it [-grene-]{+green+} now?"\n');
      expect(stdout).to.include('    topic: "logo" → "colours"\n');
    });

    it('tell the story of a person, and count their conversation', async () => {
      const shown = await hansard.json<Shown>(0, 'show', 'person', 'ada.lovelace@example.com');
      expect(shown).to.include({ subject: 'person', id: ada, name: 'Ada Lovelace' });
      expect(typesOf(shown.story)).to.include.members(['UserCreated', 'UserRoleChanged', 'UsersSubscribed']);
      expect(shown.counted.find(({ type }) => type === 'MessageEdited')).to.include({ count: 1 });
      const { stdout } = await hansard.cli('show', 'person', String(ada));
      expect(stdout).to.match(/^Person Ada Lovelace \(\d+\)\n/);
      expect(stdout)
        .to.include('    role: 400 → 300\n')
        .and.to.match(/\n    Message edited: 1 \(/);
    });

    it('tell the story of a channel, by today’s name or by ID', async () => {
      const shown = await hansard.json<Shown>(0, 'show', 'channel', 'brand');
      expect(typesOf(shown.story)).to.include.members([
        'ChannelCreated',
        'UsersSubscribed',
        'ChannelRenamed',
      ]);
      expect(typesOf(shown.story)).not.to.include('MessageSent');
      expect(await hansard.json<Shown>(0, 'show', 'channel', String(designId))).to.deep.equal(shown);
      const { stdout } = await hansard.cli('show', 'channel', 'brand');
      expect(stdout).to.include('    name: "design" → "brand"\n');
      expect(stdout).to.include('    description: "Shapes{+ and colours+}"\n');
    });

    const mistakes: readonly (readonly [words: string, sentence: RegExp])[] = [
      ['show message 9999', /^There is no message 9999 in this organization\.$/],
      ['show message 0', /^A message ID is a whole number, not '0'\.$/],
      ['show person 99', /^There is no person '99' in this organization\.$/],
      ['show channel brend', /^There is no channel 'brend' in this organization\. Did you mean 'brand'\?$/],
      ['show chanel 1', /^Unknown command 'chanel'\. Did you mean channel\?$/],
      ['show 6', /^Say what: show message 6, show person 6 or show channel 6\.$/],
      ['log 6', /^Unknown command '6'\.$/],
      ['shwo', /^Unknown command 'shwo'\. Did you mean show\?$/],
      [
        'show channel 1 --organization akme',
        /^There is no organization named 'akme'\. Did you mean 'acme'\?$/,
      ],
      ['replay --since tomorrow', /^--since is a time such as .*, not 'tomorrow'\.$/],
      ['replay --since 1h --until 2h', /^--since must not be later than --until\.$/],
      ['replay --message x', /A message ID is a whole number\.$/],
      ['replay --format xml', /^Option '--format <format>' argument 'xml' is invalid\. /],
      [
        'replay --type MessageSend',
        /^There is no event type named 'MessageSend'\. Did you mean 'MessageSent'\?$/,
      ],
      ['projections rebuild usres', /^There is no projection named usres\. Did you mean 'users'\?$/],
      ['projections verify usres', /^There is no projection named usres\. Did you mean 'users'\?$/],
    ];
    it('answer mistakes with one sentence, and as JSON where JSON was asked for', async () => {
      for (const [words, sentence] of mistakes) {
        const { code, stdout, stderr } = await hansard.cli(...words.split(' '));
        expect([code, stdout], words).to.deep.equal([2, '']);
        expect(stderr.trimEnd(), words).to.match(sentence).and.not.include('\n');
        const asJson = await hansard.cli(...words.split(' '), '--json');
        expect([asJson.code, asJson.stdout], words).to.deep.equal([2, '']);
        expect(JSON.parse(asJson.stderr), words).to.deep.equal({ error: stderr.trimEnd(), exitCode: 2 });
      }
    });
  };

  describe('beside a running server', questions);

  describe('without a server', () => {
    before(() => server.stop());
    questions();
  });

  it('know which release they come from', async () => {
    const { code, stdout } = await hansard.cli('--version');
    expect([code, /^\d+\.\d+\.\d+\n$/.test(stdout)]).to.deep.equal([0, true]);
  });
});
