import { expect } from 'chai';
import { acceptInvitation } from '../../src/commands/people/joining.ts';
import { hasContentAccess, hasMetadataAccess } from '../../src/organization/access/channels.ts';
import { seesUser } from '../../src/organization/access/people.ts';
import { credentialsOf } from '../../src/organization/slices/credentials.ts';
import { type User, userByEmail } from '../../src/organization/slices/users.ts';
import type { System } from '../../src/import/records.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { mattermostFile, mattermostLines } from './mattermostExport.ts';
import { importInto, inChannel, outcomeOf, shownTo } from './runImport.ts';
import { slackFiles } from './slackExport.ts';
import { tarOf } from './tars.ts';
import { type Files, zipOf } from './zips.ts';
import { zulipFiles } from './zulipExport.ts';

const GUEST = 600;

/** Slack's people with one more, who has these fields, and is in no channel but the private one. */
function slackPlus(...people: readonly object[]): Buffer {
  const files = slackFiles();
  const rows = people.map((fields, index) => ({
    id: `W${index}`,
    name: `more${index}`,
    profile: { display_name: `More ${index}`, email: `more${index}@example.com` },
    ...fields,
  }));
  const members = ['U1', 'U2', ...rows.map(({ id }) => id)];
  return zipOf({
    ...files,
    'users.json': [...(files['users.json'] as object[]), ...rows],
    'groups.json': [{ id: 'G1', name: 'vault', creator: 'U2', members }],
  });
}

function mattermostPlus(...users: readonly object[]): Buffer {
  const teams = [{ name: 'crew', channels: [{ name: 'vault' }] }];
  const rows = users.map((fields, index) => ({
    type: 'user',
    user: { username: `more${index}`, email: `more${index}@example.com`, teams, ...fields },
  }));
  return mattermostFile([...mattermostLines().slice(0, 8), ...rows, ...mattermostLines().slice(8)]);
}

/** Zulip's export with other rows in some tables. */
function zulipWith(tables: (rows: Readonly<Record<string, object[]>>) => object): Files {
  const files = zulipFiles();
  const name = 'zulip-export-x/realm.json';
  const rows = files[name] as Readonly<Record<string, object[]>>;
  return { ...files, [name]: { ...rows, ...tables(rows) } };
}

const zulipPlus = (...people: readonly object[]): Promise<Buffer> =>
  tarOf(
    zulipWith(({ zerver_userprofile: users = [], zerver_subscription: subscriptions = [] }) => ({
      zerver_userprofile: [
        ...users,
        ...people.map((fields, index) => ({
          id: 200 + index,
          full_name: `More ${index}`,
          delivery_email: `more${index}@example.com`,
          ...fields,
        })),
      ],
      zerver_subscription: [
        ...subscriptions,
        ...people.map((_, index) => ({ user_profile: 200 + index, recipient: 123, active: true })),
      ],
    })),
  );

/** What makes somebody a guest in each system: whole words and damaged ones. */
const GUESTS: Readonly<Record<System, readonly object[]>> = {
  slack: [
    { is_restricted: true },
    { is_ultra_restricted: true },
    { is_stranger: true },
    { is_restricted: 'yes' },
    { is_restricted: true, is_admin: true },
  ],
  mattermost: [
    { roles: 'system_guest' },
    { roles: 'system_user system_guest' },
    { roles: 7 },
    { roles: 'system_guest,system_user_manager' },
  ],
  zulip: [{ role: 600 }, { is_guest: true }, { role: 'x' }, { role: 601 }, { role: 400, is_guest: 1 }],
};
const MEMBERS: Readonly<Record<System, readonly object[]>> = {
  slack: [{}, { is_restricted: false, is_admin: true }, { is_owner: true }],
  mattermost: [{}, { roles: 'system_user' }, { roles: 'system_user system_admin' }],
  zulip: [{ role: 400 }, { role: 100 }, { is_realm_admin: true }],
};
/** Memberships that a system's export narrows anyway: Bob's in a channel with protected history. */
const UNKNOWN: Readonly<Record<System, number>> = { slack: 0, mattermost: 0, zulip: 1 };
const NARROWED: Readonly<Record<System, number>> = { slack: 2, mattermost: 1, zulip: 2 };

const exportOf = (system: System, people: readonly object[]): Buffer | Promise<Buffer> =>
  ({ slack: slackPlus, mattermost: mattermostPlus, zulip: zulipPlus })[system](...people);

describe('what people may do after an import', () => {
  let hansard: Hansard;
  let owner: Person;
  beforeEach(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
  });
  afterEach(() => hansard.stop());

  const state = () => hansard.app.lanes.bySubdomain('')!.state;
  const channelNamed = (name: string) =>
    [...state().channels.byId.values()].find((channel) => channel.name === name)!;
  const userOf = (email: string): User => userByEmail(state(), email)!;

  /** Somebody whose account an administrator reactivates. */
  async function reactivated(email: string): Promise<Person> {
    const { userId } = userOf(email);
    expect((await owner.post(`/users/${userId}/reactivate`, {})).status).to.equal(200);
    const key = await hansard.app.founding.secrets.showApiKey(credentialsOf(state(), userId).apiKey!);
    return hansard.withKey({ email, userId, key: key! });
  }

  /** Accepts an invitation as a member. */
  async function accept(email: string): Promise<User> {
    const lane = hansard.app.lanes.bySubdomain('')!;
    const invited = { invitee_emails: email, stream_ids: [], invite_as: 400 };
    expect((await owner.post('/invites', invited)).status).to.equal(200);
    const invitation = [...lane.state.invitations.open.values()].at(-1)!;
    const { secrets } = hansard.app.founding;
    const input = {
      credentialId: invitation.credentialId,
      email: undefined,
      host: 'chat.example.com',
      fullName: 'Somebody',
      timezone: undefined,
      passwordCredentialId: await secrets.storePassword(lane.state.organizationId, 'none'),
      apiKeyCredentialId: await secrets.issueApiKey(lane.state.organizationId),
    };
    await lane.submit(acceptInvitation, input, { actor: null, client: 'website', correlationId: 'test' });
    return userOf(email);
  }

  for (const system of ['slack', 'mattermost', 'zulip'] as const) {
    it(`is a guest's for guests of ${system}, also when somebody invites them as members`, async () => {
      const guests = GUESTS[system];
      const report = await importInto(hansard, system, await exportOf(system, guests));
      expect(report.addsUp).to.equal(true);
      for (const index of guests.keys())
        expect(userOf(`more${index}@example.com`).role, JSON.stringify(guests[index])).to.equal(GUEST);
      expect(userOf('bob@example.com').role).to.equal(400);
      const all = guests.length + UNKNOWN[system];
      expect(outcomeOf(report, 'access').slice(0, 2)).to.deep.equal([all, guests.length]);
      const { userId, role } = await accept('more0@example.com');
      expect(role).to.equal(GUEST);
      expect(hasContentAccess(state(), userId, channelNamed('vault'))).to.equal(true);
      expect(hasMetadataAccess(state(), userId, channelNamed('plans'))).to.equal(false);
      const { userId: carolId } = [...state().users.byId.values()].find(({ fullName }) =>
        /carol/i.test(fullName),
      )!;
      expect(seesUser(state(), userId, carolId)).to.equal(system === 'zulip');
      const again = await importInto(hansard, system, await exportOf(system, guests));
      expect(outcomeOf(again, 'access').slice(0, 3)).to.deep.equal([all, 0, guests.length]);
    });

    it(`is a member's for everybody else of ${system}, administrators too, who are counted`, async () => {
      const report = await importInto(hansard, system, await exportOf(system, MEMBERS[system]));
      for (const index of MEMBERS[system].keys())
        expect(userOf(`more${index}@example.com`).role).to.equal(400);
      const [found, , , narrowed] = outcomeOf(report, 'access');
      const reason = 'administrators and moderators are members here until an owner changes that';
      expect(found).to.equal(NARROWED[system] + UNKNOWN[system]);
      expect(narrowed).to.include({ [reason]: NARROWED[system] });
      expect(report.addsUp).to.equal(true);
    });

    it(`is nothing for accounts of ${system} that were deactivated, until an administrator reactivates them`, async () => {
      const gone = { slack: { deleted: true }, mattermost: { delete_at: 1 }, zulip: { is_active: false } }[
        system
      ];
      await importInto(hansard, system, await exportOf(system, [gone, {}]));
      const invitee_emails = 'more0@example.com,more1@example.com';
      const { status } = await owner.post('/invites', { invitee_emails, stream_ids: [], invite_as: 400 });
      const invited = [...state().invitations.open.values()].map(({ email }) => email);
      expect([status, invited]).to.deep.equal([400, ['more1@example.com']]);
      expect(await shownTo(await reactivated('more0@example.com'), inChannel('vault'))).to.have.length(1);
    });
  }

  it('is that of the account that a guest has here already, which is counted', async () => {
    await hansard.person('Ann');
    const { email } = [...state().users.byId.values()].find(({ fullName }) => fullName === 'Ann')!;
    const guest = { is_restricted: true, profile: { display_name: 'Ann', email } };
    const report = await importInto(hansard, 'slack', slackPlus(guest));
    expect(outcomeOf(report, 'access')).to.deep.equal([
      1,
      0,
      0,
      { 'a guest who has an account here, which keeps its role': 1 },
    ]);
  });

  it('is a guest’s for people of another workspace of Slack, with whom channels were shared', async () => {
    const [boss, own, other, colleague] = [
      { is_primary_owner: true, team_id: 'T1' },
      { team_id: 'T1' },
      { team_id: 'T2' },
      { team_id: 'T2', enterprise_user: { teams: ['T1'] } },
    ];
    await importInto(hansard, 'slack', slackPlus(boss, own, other, colleague));
    const roles = [0, 1, 2, 3].map((index) => userOf(`more${index}@example.com`).role);
    expect(roles).to.deep.equal([400, 400, GUEST, 400]);
  });

  it('gives no address to bots, whose invitations others would accept', async () => {
    await importInto(hansard, 'slack', slackPlus({ is_bot: true }));
    expect(userByEmail(state(), 'more0@example.com')).to.equal(undefined);
  });

  it('leaves the open channels of a team of Mattermost to those who are in it', async () => {
    const elsewhere = { teams: [{ name: 'annex', channels: [] }] };
    const report = await importInto(hansard, 'mattermost', mattermostPlus(elsewhere, {}));
    const plans = channelNamed('plans');
    expect(plans.privacy).to.equal('private');
    const [stranger, member] = [
      await reactivated('more0@example.com'),
      await reactivated('more1@example.com'),
    ];
    expect(hasMetadataAccess(state(), stranger.userId as never, plans)).to.equal(false);
    const join = await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }] });
    expect(join.status).to.equal(200);
    expect((await shownTo(member, inChannel('plans'))).length).to.be.above(0);
    const [found, , , left] = outcomeOf(report, 'access');
    expect([found, Object.values(left as object)]).to.deep.equal([2, [2]]);
    expect(report.addsUp).to.equal(true);
  });

  it('opens no channel of Zulip whose flags are damaged, nor an address that was hidden', async () => {
    const files = zulipWith(({ zerver_stream: channels = [], zerver_userprofile: users = [] }) => ({
      zerver_stream: channels.map((row) => ({
        ...row,
        ...('description' in row &&
          (row as Partial<Record<string, unknown>>)['name'] === 'plans' && { invite_only: 'no' }),
      })),
      zerver_userprofile: users.map((row) => ({ ...row, email_address_visibility: 4 })),
    }));
    await importInto(hansard, 'zulip', await tarOf(files));
    expect(channelNamed('plans').privacy).to.equal('private');
    expect(userOf('bob@example.com').settings.emailAddressVisibility).to.equal(4);
  });

  it('does not come back by another import to those who have left a channel since', async () => {
    await importInto(hansard, 'slack', zipOf(slackFiles()));
    const [ann, vault] = [userOf('ann@example.com'), channelNamed('vault')];
    const bob = await reactivated('bob@example.com');
    const principals = JSON.stringify([ann.userId]);
    await reactivated('ann@example.com');
    const { status } = await bob.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals });
    expect(status).to.equal(200);
    await importInto(hansard, 'slack', zipOf(slackFiles()));
    expect(hasContentAccess(state(), ann.userId, vault)).to.equal(false);
  });

  it('reads of a protected history of Zulip what was sent while they were in the channel', async () => {
    const [ann, bob, carol] = [11, 12, 13];
    const subscription = (user_profile: number) => ({ user_profile, recipient: 124, active: true });
    const entry = (event_type: number, modified_user: number, event_last_message_id: number | null) => ({
      event_type,
      modified_user,
      modified_stream: 24,
      event_last_message_id,
    });
    const message = (id: number) => ({
      id,
      sender: bob,
      recipient: 124,
      subject: 'plot',
      content: `secret ${id}`,
      date_sent: 1_577_952_000 + id,
    });
    const files = zulipWith(({ zerver_subscription: rows = [] }) => ({
      zerver_subscription: [...rows, subscription(ann), subscription(carol)],
      zerver_realmauditlog: [
        entry(301, bob, 0),
        entry(301, ann, 0),
        entry(303, ann, 40),
        entry(302, ann, 41),
      ],
    }));
    const tar = await tarOf({
      ...files,
      'zulip-export-x/messages-000003.json': { zerver_message: [40, 41, 42].map(message) },
    });
    const report = await importInto(hansard, 'zulip', tar);
    expect(report.addsUp).to.equal(true);
    const seen = async (email: string) =>
      (await shownTo(await reactivated(email), inChannel('safe'))).map(({ content }) => content);
    expect(await seen('bob@example.com')).to.deep.equal([40, 41, 42].map((id) => `<p>secret ${id}</p>`));
    expect(await seen('ann@example.com')).to.deep.equal(['<p>secret 42</p>']);
    expect(await seen('carol@example.com')).to.deep.equal([]);
    const [, , , left] = outcomeOf(report, 'access');
    expect(Object.values(left as object)).to.deep.equal([1, 1]);
  });
});
