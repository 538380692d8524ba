import { expect } from 'chai';
import { acceptInvitation } from '../../src/commands/people/joining.ts';
import type { ImportReport } from '../../src/app/imports/importer.ts';
import { credentialsOf } from '../../src/organization/slices/credentials.ts';
import { userByEmail } from '../../src/organization/slices/users.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import {
  expectNothingNew,
  expectPrivacyKept,
  importInto,
  inChannel,
  outcomeOf,
  shownTo,
} from './runImport.ts';
import { slackFiles } from './slackExport.ts';
import { zipOf } from './zips.ts';

describe('an import from Slack', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let report: ImportReport;
  let queue: Readonly<Record<string, unknown>>;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.person('Ann');
    queue = (await ann.post('/register', {})).body;
    // Only the first day: an import that was interrupted.
    const { 'plans/2020-01-03.json': _later, ...first } = slackFiles();
    report = await importInto(hansard, 'slack', zipOf(first));
  });
  after(() => hansard.stop());

  it('accounts for every record', () => {
    expect(report.addsUp).to.equal(true);
    expect(outcomeOf(report, 'people')).to.deep.equal([5, 3, 1, { 'not understood': 1 }]);
    expect(outcomeOf(report, 'pictures')).to.deep.equal([1, 0, 0, { 'the export has no bytes of it': 1 }]);
    expect(outcomeOf(report, 'groups')).to.deep.equal([3, 2, 0, { 'not understood': 1 }]);
    expect(outcomeOf(report, 'channels')).to.deep.equal([3, 3, 0, {}]);
    expect(outcomeOf(report, 'conversations')).to.deep.equal([2, 2, 0, {}]);
    const notices = { 'a notice of Slack (channel_join)': 1, 'not understood': 1 };
    expect(outcomeOf(report, 'messages')).to.deep.equal([10, 8, 0, notices]);
    expect(outcomeOf(report, 'reactions')).to.deep.equal([
      3,
      2,
      0,
      { 'no emoji is called no_such_emoji': 1 },
    ]);
    expect(outcomeOf(report, 'files')).to.deep.equal([2, 1, 0, { 'the export has no bytes of it': 1 }]);
    const others = { 'nothing that is imported': 1, 'of a conversation that the export does not list': 1 };
    expect(outcomeOf(report, 'entries')).to.deep.equal([14, 12, 0, others]);
  });

  it('continues where an earlier one ended, and repeats nothing', async () => {
    const again = await importInto(hansard, 'slack', zipOf(slackFiles()));
    expect(outcomeOf(again, 'messages').slice(0, 3)).to.deep.equal([11, 1, 8]);
    expect(outcomeOf(again, 'people').slice(1, 3)).to.deep.equal([0, 4]);
    expect(outcomeOf(again, 'channels').slice(1, 3)).to.deep.equal([0, 3]);
    expect(again.addsUp).to.equal(true);
    const third = await expectNothingNew(hansard, () => importInto(hansard, 'slack', zipOf(slackFiles())));
    expect(outcomeOf(third, 'messages').slice(0, 3)).to.deep.equal([11, 0, 9]);
  });

  it('keeps authors, times, edits and reactions, and makes topics of threads', async () => {
    const shown = await shownTo(owner, inChannel('plans'));
    expect(
      shown.map((each) => [each.sender_full_name, each.subject, each.timestamp, each.last_edit_timestamp]),
    ).to.deep.equal([
      ['Ann', 'Ship it on the page, Bob?', 1577952001, undefined],
      ['Bob', 'Ship it on the page, Bob?', 1577952003, 1577952060],
      ['Carol', 'imported from Slack', 1577952004, undefined],
      ['Builder', 'imported from Slack', 1577952005, undefined],
      ['Carol', 'Ship it on the page, Bob?', 1578038400, undefined],
    ]);
    const { users } = hansard.app.lanes.bySubdomain('')!.state;
    expect(
      shown[0]?.reactions.map(({ emoji_name, user_id }) => [
        emoji_name,
        users.byId.get(user_id as never)?.fullName,
      ]),
    ).to.deep.equal([
      ['+1', 'Bob'],
      ['+1', 'Carol'],
    ]);
  });

  it('converts texts, stores files that are there and links to those that are not, without the secret of the export', async () => {
    const [first, second, third] = await shownTo(owner, inChannel('plans'));
    expect(first?.content).to.match(
      /^<p>Ship <strong>it<\/strong> on <a href="https:\/\/example.com\/a_b">the page<\/a>, <span class="user-mention silent" data-user-id="\d+">Bob<\/span>\?<\/p>$/,
    );
    expect(second?.content).to.equal('<p>Yes &amp; soon</p>');
    expect(third?.content)
      .to.include('href="/user_uploads/1/')
      .and.include('href="https://files.example.com/F2"');
    expect(third?.content).not.to.include('xoxe');
    const path = /href="(\/user_uploads\/[^"]+)"/.exec(third?.content ?? '')?.[1] ?? '';
    const { body, status } = await owner.get(path);
    expect([status, String(body['url'])]).to.deep.equal([200, String(body['url'])]);
  });

  it('keeps private what was private, archived what was archived', () =>
    expectPrivacyKept(hansard, owner, ann));

  it('is news to nobody: all of it is read, clients are sent no messages', async () => {
    const all = await shownTo(ann, { operator: 'sender', operand: 'bob@example.com' });
    expect(all.length).to.be.above(1);
    for (const { flags } of all) expect(flags).to.include('read');
    const { unread_msgs: unread } = (await ann.post('/register', {})).body as {
      unread_msgs: { streams: object[]; mentions: object[]; count: number };
    };
    expect([unread.streams, unread.mentions]).to.deep.equal([[], []]);
    const query = { queue_id: queue['queue_id'], last_event_id: -1, dont_block: true };
    const { body } = await ann.get('/events', query);
    const types = (body['events'] as readonly { readonly type: string }[]).map(({ type }) => type);
    expect(types).to.include('realm_user').and.not.include('message');
  });

  it('makes accounts that nobody uses until an invitation is accepted', async () => {
    const lane = hansard.app.lanes.bySubdomain('')!;
    const bob = userByEmail(lane.state, 'bob@example.com')!;
    expect([bob.active, bob.fullName]).to.deep.equal([false, 'Bob']);
    const invited = { invitee_emails: 'bob@example.com', stream_ids: [], invite_as: 400 };
    expect((await owner.post('/invites', invited)).status).to.equal(200);
    const [invitation] = lane.state.invitations.open.values();
    const { secrets } = hansard.app.founding;
    const account = {
      credentialId: invitation!.credentialId,
      email: undefined,
      host: 'chat.example.com',
      fullName: 'Bob Bold',
      timezone: undefined,
      passwordCredentialId: await secrets.storePassword(lane.state.organizationId, 'none'),
      apiKeyCredentialId: await secrets.issueApiKey(lane.state.organizationId),
    };
    const submission = { actor: null, client: 'website', correlationId: 'test' };
    const { result } = await lane.submit(acceptInvitation, account, submission);
    expect(result.userId).to.equal(bob.userId);
    const key = await secrets.showApiKey(credentialsOf(lane.state, bob.userId).apiKey!);
    const returned = hansard.withKey({ email: bob.email, userId: bob.userId, key: key! });
    expect(await shownTo(returned, inChannel('vault'))).to.have.length(1);
    expect((await shownTo(returned, inChannel('plans')))[1]?.sender_full_name).to.equal('Bob Bold');
    expect((await owner.post('/invites', invited)).status).to.equal(400);
  });

  it('rewrites links to messages and channels that it has imported', async () => {
    const { channels } = hansard.app.lanes.bySubdomain('')!.state;
    const [plans, vault] = ['plans', 'vault'].map(
      (name) => [...channels.byId.values()].find((channel) => channel.name === name)?.channelId,
    );
    const [shipped] = (await shownTo(ann, inChannel('plans'))).filter(({ content }) =>
      content.includes('Ship'),
    );
    const [old] = await shownTo(owner, inChannel('attic'));
    expect(old?.content).to.include(`href="/#narrow/channel/${plans}-plans/near/${shipped?.id}"`);
    expect(old?.content).to.include(`href="/#narrow/channel/${vault}-vault"`);
    expect(old?.content).to.include('href="https://crew.slack.com/archives/C9/p1577952001000200"');
  });
});
