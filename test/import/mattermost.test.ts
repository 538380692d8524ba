import { expect } from 'chai';
import type { ImportReport } from '../../src/app/imports/importer.ts';
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
import { mattermostFile, mattermostFiles, mattermostLines } from './mattermostExport.ts';
import { zipOf } from './zips.ts';

describe('an import from Mattermost', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let report: ImportReport;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.person('Ann');
    report = await importInto(hansard, 'mattermost', zipOf(mattermostFiles()));
  });
  after(() => hansard.stop());

  it('accounts for every record', () => {
    expect(report.addsUp).to.equal(true);
    expect(outcomeOf(report, 'people')).to.deep.equal([6, 4, 1, { 'not understood': 1 }]);
    expect(outcomeOf(report, 'pictures')).to.deep.equal([2, 1, 0, { 'the export has no bytes of it': 1 }]);
    expect(outcomeOf(report, 'channels')).to.deep.equal([3, 3, 0, {}]);
    expect(outcomeOf(report, 'conversations')).to.deep.equal([1, 1, 0, {}]);
    const notMessages = {
      'a notice of Mattermost (system_join_channel)': 1,
      'not understood': 1,
      'in an unknown channel': 1,
    };
    expect(outcomeOf(report, 'messages')).to.deep.equal([15, 12, 0, notMessages]);
    expect(outcomeOf(report, 'reactions')).to.deep.equal([
      4,
      3,
      0,
      { 'no emoji is called no_such_emoji': 1 },
    ]);
    const marks = { 'messages cannot be pinned here': 1, 'by an unknown person': 1 };
    expect(outcomeOf(report, 'marks')).to.deep.equal([3, 1, 0, marks]);
    expect(outcomeOf(report, 'files')).to.deep.equal([2, 1, 0, { 'the export has no bytes of it': 1 }]);
    expect(outcomeOf(report, 'emoji')).to.deep.equal([2, 1, 0, { 'the export has no bytes of it': 1 }]);
    expect(outcomeOf(report, 'entries')).to.deep.equal([5, 4, 0, { 'no message or emoji shows it': 1 }]);
    const others = {
      'roles are not imported': 1,
      'channels of all teams come into one organization': 1,
    };
    expect(outcomeOf(report, 'others')).to.deep.equal([3, 1, 0, others]);
  });

  it('repeats nothing, from the lines alone either', async () => {
    const again = await expectNothingNew(hansard, () => importInto(hansard, 'mattermost', mattermostFile()));
    expect(outcomeOf(again, 'messages').slice(0, 3)).to.deep.equal([15, 0, 12]);
    expect(again.addsUp).to.equal(true);
  });

  it('keeps authors, times, edits, reactions and stars in the order of time, and makes topics of threads', async () => {
    const shown = await shownTo(owner, inChannel('plans'));
    const thread = 'Ship it, Bob Builder. See , @bob and @nobody';
    expect(
      shown.map((each) => [each.sender_full_name, each.subject, each.timestamp, each.last_edit_timestamp]),
    ).to.deep.equal([
      ['Ann', thread, 1577952001, 1577952070],
      ['Bob Builder', thread, 1577952002, undefined],
      ['Bob Builder', 'imported from Mattermost', 1577952005, undefined],
      ['Robot', 'imported from Mattermost', 1577952006, undefined],
      ['Deployer', 'imported from Mattermost', 1577952007, undefined],
      ['Bob Builder', 'imported from Mattermost', 1577952008, undefined],
      ['Bob Builder', 'imported from Mattermost', 1577952008, undefined],
      ['carol', thread, 1578038400, undefined],
    ]);
    expect(shown[0]?.reactions.map(({ emoji_name: name }) => name)).to.deep.equal([
      '+1',
      '+1',
      'party_pixel',
    ]);
    const [starred, other] = await shownTo(ann, inChannel('plans'));
    expect(starred?.flags).to.include('starred').and.include('read');
    expect(other?.flags).to.include('read').and.not.include('starred');
  });

  it('converts names in texts, stores files and quotes what apps add', async () => {
    const [first, , third, fourth] = await shownTo(owner, inChannel('plans'));
    expect(first?.content).to.match(
      /^<p>Ship <strong>it<\/strong>, <span class="user-mention silent" data-user-id="\d+">Bob Builder<\/span>. See .*vault.*, <code>@bob<\/code> and @nobody<\/p>$/,
    );
    expect(third?.content).to.include('href="/user_uploads/1/').and.include('<em>lost.txt</em>');
    expect(fourth?.content).to.include('<blockquote>').and.include('href="https://example.com/7"');
  });

  it('keeps private what was private, archived what was archived', () =>
    expectPrivacyKept(hansard, owner, ann));

  it('makes accounts that an invitation hands over', async () => {
    const { state } = hansard.app.lanes.bySubdomain('')!;
    const bob = userByEmail(state, 'bob@example.com')!;
    expect([bob.active, bob.importKey === undefined]).to.deep.equal([false, false]);
    const invited = { invitee_emails: 'bob@example.com', stream_ids: [], invite_as: 400 };
    expect((await owner.post('/invites', invited)).status).to.equal(200);
  });

  for (const [what, bytes, sentence] of [
    ['lines without a version', mattermostFile(mattermostLines().slice(1)), /no bulk export of Mattermost/],
    ['an unknown version', mattermostFile([{ type: 'version', version: 2 }]), /format version 2; only 1/],
    ['nothing at all', Buffer.alloc(0), /no bulk export of Mattermost/],
    ['a zip file without lines', zipOf({ 'users.json': [] }), /no bulk export of Mattermost/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const failed = await importInto(hansard, 'mattermost', bytes).catch((error: Error) => error.message);
      expect(failed).to.match(sentence);
    });

  it('says where lines cannot be read, and takes the others', async () => {
    const lines = String(mattermostFile()).split('\n');
    const broken = [...lines.slice(0, 3), '{"type":"post', ...lines.slice(3)].join('\n');
    const again = await importInto(hansard, 'mattermost', Buffer.from(broken));
    expect(outcomeOf(again, 'others')[3]).to.include({ 'cannot be read': 1 });
    expect(outcomeOf(again, 'messages').slice(0, 3)).to.deep.equal([15, 0, 12]);
    expect(again.addsUp).to.equal(true);
  });

  it('rewrites links to channels that it has imported', async () => {
    const [old] = await shownTo(owner, inChannel('attic'));
    for (const rewritten of [
      /href="\/#narrow\/channel\/\d+-plans"/,
      /href="\/#narrow\/channel\/\d+-vault">vault</,
    ])
      expect(old?.content).to.match(rewritten);
    for (const kept of ['other/channels/plans"', 'crew/pl/1234"']) expect(old?.content).to.include(kept);
  });
});
