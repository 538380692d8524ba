import { expect } from 'chai';
import type { ImportReport } from '../../src/app/imports/importer.ts';
import { userByEmail } from '../../src/organization/slices/users.ts';
import type { UserGroupId } from '../../src/events/userGroups.ts';
import { systemGroupId } from '../../src/organization/slices/userGroups.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectNothingNew, importInto, inChannel, outcomeOf, type Shown, shownTo } from './runImport.ts';
import { tarOf } from './tars.ts';
import { zulipFiles } from './zulipExport.ts';

const NO_PICTURE = { 'Could not decode image; did you upload an image file?': 1 };

describe('an import from Zulip', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let first: ImportReport;
  let report: ImportReport;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.person('Ann');
    const { 'zulip-export-x/messages-000002.json': _later, ...earlier } = zulipFiles();
    first = await importInto(hansard, 'zulip', await tarOf(earlier));
    report = await importInto(
      hansard,
      'zulip',
      await tarOf(zulipFiles(), [{ type: 'symlink', linkname: '/etc' }]),
    );
  });
  after(() => hansard.stop());

  it('accounts for every record', () => {
    expect(report.addsUp).to.equal(true);
    expect(outcomeOf(report, 'people')).to.deep.equal([7, 0, 6, { 'not understood': 1 }]);
    expect(outcomeOf(report, 'channels')).to.deep.equal([4, 0, 4, {}]);
    expect(outcomeOf(report, 'conversations')).to.deep.equal([1, 1, 0, {}]);
    expect(outcomeOf(report, 'messages')).to.deep.equal([
      18,
      2,
      13,
      { 'not understood': 1, 'by an unknown person': 1, 'in an unknown channel': 1 },
    ]);
    expect(outcomeOf(report, 'edits')).to.deep.equal([
      8,
      1,
      4,
      { 'not understood': 1, 'in a channel that is not imported': 2 },
    ]);
    expect(outcomeOf(report, 'reactions')).to.deep.equal([
      4,
      0,
      3,
      { 'its message is not in the export': 1 },
    ]);
    expect(outcomeOf(report, 'marks')).to.deep.equal([6, 0, 5, { 'its message is not in the export': 1 }]);
    expect(outcomeOf(report, 'pictures')).to.deep.equal([3, 0, 2, NO_PICTURE]);
    expect(outcomeOf(report, 'groups')).to.deep.equal([4, 1, 2, { 'not understood': 1 }]);
    expect(outcomeOf(report, 'files')).to.deep.equal([3, 0, 2, { 'no message shows it': 1 }]);
    expect(outcomeOf(report, 'emoji')).to.deep.equal([
      3,
      0,
      1,
      { deactivated: 1, 'the export has no bytes of it': 1 },
    ]);
    expect(outcomeOf(report, 'others')).to.deep.equal([
      42,
      40,
      0,
      {
        'rows of zerver_useractivity are not imported': 2,
      },
    ]);
    expect(outcomeOf(report, 'entries')).to.deep.equal([
      15,
      10,
      0,
      {
        'a link or a device': 1,
        'no message shows it': 1,
        'no emoji shows it': 1,
        'a smaller copy of a picture, or of somebody who is not in the export': 1,
        'nothing that is imported': 1,
      },
    ]);
  });

  it('repeats nothing', async () => {
    const tar = await tarOf(zulipFiles());
    const again = await expectNothingNew(hansard, () => importInto(hansard, 'zulip', tar));
    expect(outcomeOf(again, 'messages').slice(0, 3)).to.deep.equal([18, 0, 15]);
    expect(again.addsUp).to.equal(true);
  });

  it('keeps authors, times, topics, edits, reactions and stars', async () => {
    const all = await shownTo(owner, inChannel('plans'));
    const shown = all.filter(({ subject }) => subject !== 'links');
    expect(
      shown.map((each) => [each.sender_full_name, each.subject, each.timestamp, each.last_edit_timestamp]),
    ).to.deep.equal([
      ['Ann', 'ship', 1577952002, 1577952060],
      ['Bob Builder', 'ship', 1577952003, undefined],
      ['Robot', 'builds', 1577952004, undefined],
      ['Imported notification-bot', 'channel events', 1577952005, undefined],
      ['Gone', 'ship', 1577952011, 1577952080],
    ]);
    expect(shown[0]?.reactions.map(({ emoji_name: name }) => name)).to.deep.equal(['+1', 'party_pixel']);
    const [starred, other] = await shownTo(ann, inChannel('plans'));
    expect(starred?.flags).to.include('starred').and.include('read');
    expect(other?.flags).to.include('read').and.not.include('starred');
  });

  const historyOf = async (reader: Person, content: string) => {
    const message = (await shownTo(owner, inChannel('plans'))).find((each) => each.content.includes(content));
    return { id: message?.id ?? 0, answer: await reader.get(`/messages/${message?.id}/history`) };
  };
  type Entry = Readonly<Record<string, unknown>>;

  it('keeps what messages said and where they were before', async () => {
    const { answer } = await historyOf(ann, 'vault');
    const entries = answer.body['message_history'] as readonly Entry[];
    expect(
      entries.map((each) => [each['timestamp'], each['content'], each['topic'], each['prev_topic']]),
    ).to.deep.equal([
      [1577952002, 'Sh', 'sh', undefined],
      [1577952050, entries[1]?.['content'], 'shipping', 'sh'],
      [1577952060, entries[4]?.['content'], 'shipping', undefined],
      [1577952090, entries[4]?.['content'], 'ship', 'shipping'],
      [1577952120, entries[4]?.['content'], 'ship', undefined],
    ]);
    const { channels } = hansard.app.lanes.bySubdomain('')!.state;
    const safe = [...channels.byId.values()].find(({ name }) => name === 'safe');
    expect(entries[4]).to.include({ prev_stream: safe?.channelId, user_id: ann.userId });
    expect(entries[2]).to.include({ user_id: ann.userId });
    expect(entries[1]?.['content']).to.match(/^Ship, @\*\*Bob Builder\|\d+\*\*$/);
    expect(entries[2]?.['prev_rendered_content']).to.match(
      /^<p>Ship, <span class="user-mention silent" data-user-id="\d+">Bob Builder<\/span><\/p>$/,
    );
    expect(entries[2]?.['content_html_diff']).to.include('highlight_text_inserted');
  });

  it('shows of messages from unreadable channels what they said since', async () => {
    const { answer } = await historyOf(owner, 'vault');
    expect(
      (answer.body['message_history'] as readonly Entry[]).map((each) => each['content_html_diff']),
    ).to.deep.equal([undefined, undefined]);
    const { answer: later } = await historyOf(owner, 'Later');
    expect((later.body['message_history'] as readonly Entry[]).map((each) => each['content'])).to.deep.equal([
      'Later?',
      'Later',
    ]);
  });

  it('withholds earlier texts from owners who may not read the channel that they were in', async () => {
    const { id } = await historyOf(owner, 'vault');
    const query = { limit: 10, message: id, type: 'MessageSent' };
    const { body } = await owner.post('/record/events', query);
    const [event] = body['events'] as readonly { readonly is_withheld: boolean; readonly data: string }[];
    expect(event?.is_withheld).to.equal(true);
    expect(event?.data).not.to.include('Ship');
  });

  it('keeps groups, with those in them, and stubs in theirs', async () => {
    const { userGroups, users } = hansard.app.lanes.bySubdomain('')!.state;
    const [crewGroup, leads] = ['crew', 'leads'].map((name) =>
      userGroups.byId.get(userGroups.idByName.get(name)!)!,
    );
    const membersOf = (groupId: UserGroupId) =>
      [...(userGroups.directMembers.get(groupId) ?? [])].map((userId) => users.byId.get(userId)?.fullName);
    expect(membersOf(crewGroup!.groupId)).to.deep.equal(['Ann', 'Bob Builder']);
    expect(crewGroup!.directSubgroups).to.deep.equal([systemGroupId('role:moderators'), leads!.groupId]);
    expect([membersOf(leads!.groupId), leads!.deactivated, leads!.directSubgroups]).to.deep.equal([
      ['Carol'],
      true,
      [],
    ]);
    expect([crewGroup!.description, users.byId.get(crewGroup!.creatorId!)?.fullName]).to.deep.equal([
      'All hands',
      'Bob Builder',
    ]);
  });

  it('keeps who may do what in channels, where that is possible here', () => {
    const { channels, userGroups, users } = hansard.app.lanes.bySubdomain('')!.state;
    const plans = [...channels.byId.values()].find(({ name }) => name === 'plans')!;
    const crewGroup = userGroups.idByName.get('crew');
    const bob = [...users.byId.values()].find(({ fullName }) => fullName === 'Bob Builder')?.userId;
    expect(plans.permissions).to.deep.include({
      canSendMessage: { directMembers: [bob], directSubgroups: [crewGroup] },
      canAdministerChannel: crewGroup,
      canResolveTopics: systemGroupId('role:moderators'),
      canSubscribe: systemGroupId('role:nobody'),
    });
    expect(outcomeOf(first, 'permissions')).to.deep.equal([
      5,
      3,
      0,
      { 'not possible here: the default holds': 1, 'of a group that the export does not describe': 1 },
    ]);
  });

  it('keeps pictures of people who had none, and nobody’s bytes that are none', () => {
    const { users } = hansard.app.lanes.bySubdomain('')!.state;
    const pictured = [...users.byId.values()].flatMap(({ fullName, avatar }) => (avatar ? fullName : []));
    expect(pictured).to.deep.equal(['Bob Builder']);
    expect(first.outcomes.find(({ kind }) => kind === 'pictures')).to.deep.include({
      found: 3,
      imported: 1,
      existing: 1,
    });
    expect(outcomeOf(first, 'pictures')[3]).to.deep.equal(NO_PICTURE);
  });

  it('keeps unread what people who receive it had not read, and collapsed what they had', async () => {
    const [, collapsed, unread] = await shownTo(ann, inChannel('plans'));
    expect(collapsed?.flags).to.include.members(['read', 'collapsed']);
    expect(unread?.flags).not.to.include('read');
    const [direct] = await shownTo(ann, { operator: 'is', operand: 'dm' });
    expect(direct?.flags).not.to.include('read');
    expect(outcomeOf(first, 'marks')).to.deep.equal([
      6,
      4,
      0,
      { 'unread by somebody who does not receive it': 1, 'its message is not in the export': 1 },
    ]);
  });

  it('keeps names and files in texts', async () => {
    const [first, second] = await shownTo(owner, inChannel('plans'));
    expect(first?.content).to.match(
      /^<p>Ship <strong>it<\/strong>, <span class="user-mention silent" data-user-id="\d+">Bob Builder<\/span>, <span [^>]+>Carol<\/span>\. See .*vault.* and <code>@\*\*Carol\*\*<\/code><\/p>$/,
    );
    expect(second?.content).to.include('href="/user_uploads/1/').and.include('<em>x</em>');
    expect(second?.content).not.to.include('/user_uploads/2/');
    const path = /href="(\/user_uploads\/[^"]+)"/.exec(second?.content ?? '')?.[1] ?? '';
    expect((await owner.get(path)).status).to.equal(200);
  });

  it('rewrites links to what has been imported, and no others', async () => {
    const shown = await shownTo(owner, inChannel('plans'));
    const { channels } = hansard.app.lanes.bySubdomain('')!.state;
    const named = (name: string) =>
      [...channels.byId.values()].find((channel) => channel.name === name)?.channelId;
    const plans = `/#narrow/channel/${named('plans')}-plans`;
    const [firstShown, second] = shown;
    const texts = shown.filter(({ subject }) => subject === 'links');
    const source = async ({ id }: Shown) =>
      ((await owner.get(`/messages/${id}`, { apply_markdown: false })).body['message'] as Shown).content;
    const sources = await Promise.all(texts.map(source));
    const bob = userByEmail(hansard.app.lanes.bySubdomain('')!.state, 'bob@example.com')?.userId;
    expect(sources).to.deep.equal([
      `@_**Ann|${ann.userId}** [said](${plans}/topic/ship/near/${firstShown?.id}):\n\`\`\`\`quote\nSee [#plans](${plans}/topic/ship/near/${second?.id}).\n\`\`\`\``,
      `[all](/#narrow/channel/${named('vault')}-vault), [Bob](/#narrow/dm/${bob}-dm), [later](${plans}/topic/links/near/${texts[2]?.id})`,
      `A link within the batch, [#plans > ship](${plans}/topic/ship/near/${firstShown?.id}), and one ahead, #**plans>ship**`,
      'Elsewhere: https://other.example.org/#narrow/channel/21-design/topic/a/near/2, [gone](#narrow/channel/99-gone/near/2)',
      '`https://chat.example.com/#narrow/channel/21-plans/near/2` and [x](https://chat.example.com/#narrow/near/4711)',
      `By name: [#plans](${plans})`,
    ]);
    expect(texts[0]?.content).to.include(`href="${plans}/topic/ship/near/${firstShown?.id}"`);
    expect(JSON.stringify(shown)).not.to.include('imported0');
  });

  it('keeps private what was private, archived what was archived, and protected histories protected', async () => {
    const { channels } = hansard.app.lanes.bySubdomain('')!.state;
    const named = Object.fromEntries(
      [...channels.byId.values()].map(({ name, privacy, archived, historyPublicToSubscribers: isShared }) => [
        name,
        [privacy, archived, isShared],
      ]),
    );
    expect(named).to.deep.equal({
      plans: ['public', false, true],
      attic: ['public', true, true],
      vault: ['private', false, true],
      safe: ['private', false, false],
    });
    expect(await shownTo(owner, inChannel('vault'))).to.deep.equal([]);
    expect(await shownTo(ann, inChannel('vault'))).to.have.length(1);
    expect(await shownTo(ann, { operator: 'is', operand: 'dm' })).to.have.length(3);
  });

  it('makes accounts that an invitation hands over, and none of bots', async () => {
    const { state } = hansard.app.lanes.bySubdomain('')!;
    const bob = userByEmail(state, 'bob@example.com')!;
    expect([bob.active, bob.importKey === undefined]).to.deep.equal([false, false]);
    expect(userByEmail(state, 'robot@example.com')).to.equal(undefined);
    const invited = { invitee_emails: 'bob@example.com', stream_ids: [], invite_as: 400 };
    expect((await owner.post('/invites', invited)).status).to.equal(200);
  });

  for (const [what, bytes, sentence] of [
    ['an archive without tables', tarOf({ 'x/users.json': [] }), /no export of Zulip/],
    ['what is no archive', Promise.resolve(Buffer.from('no tar')), /cannot be read as a tar file/],
    ['half of an archive', tarOf(zulipFiles()).then((whole) => whole.subarray(0, 900)), /archive is damaged/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const failed = await importInto(hansard, 'zulip', await bytes).catch((error: Error) => error.message);
      expect(failed).to.match(sentence);
    });
});
