import { expect } from 'chai';
import { acceptInvitation, type AcceptInvitationInput } from '../../../src/commands/people/joining.ts';
import { NotFound } from '../../../src/base/errors.ts';
import type { InvitationId } from '../../../src/events/invitations.ts';
import type { CredentialId, UserId } from '../../../src/base/ids.ts';
import { invitationByCredential } from '../../../src/organization/slices/invitations.ts';
import { subscribersOf } from '../../../src/organization/slices/subscriptions.ts';
import { activePeople } from '../../../src/organization/slices/users.ts';
import { isInGroup } from '../../../src/organization/slices/userGroups.ts';
import { until } from '../../support/waiting.ts';
import { expectSuccess } from '../expected.ts';
import { Hansard, type Person } from '../../support/hansard.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { things } from '../../support/makers.ts';

const ELSEWHERE = 'acme';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Listed {
  readonly id: number;
  readonly email?: string;
  readonly link_url?: string;
}

describe('invitations', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    const environment = { INVITATIONS_PER_DAY: '1000' };
    hansard = await Hansard.start({ clock, environment });
    owner = await hansard.owner();
    await hansard.organization(ELSEWHERE);
  });
  after(() => hansard.stop());

  const lane = (subdomain = '') => hansard.app.founding.lanes.bySubdomain(subdomain)!;
  const state = () => lane().state;
  const people = () => activePeople(state()).length;
  const listed = async (who = owner) => (await who.get('/invites')).body.invites as readonly Listed[];

  /** Invites an address; the vault's name of its link. */
  async function invited(email: string, fields = {}, by = owner): Promise<CredentialId> {
    expectSuccess(await by.post('/invites', { invitee_emails: email, stream_ids: [], ...fields }));
    const { id } = (await listed()).find((one) => one.email === email)!;
    return state().invitations.open.get(id as InvitationId)!.credentialId;
  }

  /** The vault's name of a new link. */
  async function linked(fields = {}): Promise<CredentialId> {
    const { body } = await owner.post('/invites/multiuse', fields);
    const [, token] = /\/join\/(\w+)\/$/.exec(body.invite_link as string)!;
    const found = await hansard.app.founding.secrets.findInvitation('invitationLink', token!);
    return found!.credentialId;
  }

  /** Somebody joins, as the page does that the link leads to. */
  async function join(input: Pick<AcceptInvitationInput, 'credentialId'> & Partial<AcceptInvitationInput>) {
    const { secrets } = hansard.app.founding;
    const { organizationId } = lane().state;
    const submission = { actor: null, client: 'browser', correlationId: 'test' };
    const all = {
      fullName: 'Ada Lovelace',
      email: undefined,
      host: 'chat.example.com',
      timezone: undefined,
      passwordCredentialId: await secrets.storePassword(organizationId, 'none'),
      apiKeyCredentialId: await secrets.issueApiKey(organizationId),
      ...input,
    };
    return (await lane().submit(acceptInvitation, all, submission)).result.userId;
  }

  async function directMessagesOf(userId: UserId): Promise<readonly string[]> {
    await hansard.settled();
    const { secrets } = hansard.app.founding;
    const { email } = state().users.byId.get(userId)!;
    const { apiKey } = state().credentials.byUser.get(userId)!;
    const person = hansard.withKey({ email, userId, key: (await secrets.showApiKey(apiKey!))! });
    const narrow = [['is', 'dm']];
    const { body } = await person.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    return (body.messages as readonly { readonly content: string }[]).map(({ content }) => content);
  }

  async function channel(name: string): Promise<number> {
    return things.channel.make(owner, { name });
  }

  it('bring somebody in with role, channels and groups, who is welcomed while the inviter is told', async () => {
    const chosen = await channel('chosen');
    const byDefault = await channel('by default');
    await owner.post('/default_streams', { stream_id: byDefault });
    const group = { name: 'newcomers', description: '', members: [] };
    const { body } = await owner.post('/user_groups/create', group);
    const credentialId = await invited('ada@example.org', {
      invite_as: 300,
      stream_ids: [chosen],
      group_ids: [body.group_id],
      include_realm_default_subscriptions: true,
      welcome_message_custom_text: 'Hello, **Ada**!',
    });
    const userId = await join({ credentialId, timezone: 'Europe/Vienna' });
    expect(state().users.byId.get(userId)).to.deep.include({
      email: 'ada@example.org',
      fullName: 'Ada Lovelace',
      role: 300,
    });
    expect(state().users.byId.get(userId)!.settings.timezone).to.equal('Europe/Vienna');
    for (const channelId of [chosen, byDefault])
      expect(subscribersOf(state(), channelId as never).has(userId)).to.equal(true);
    expect(isInGroup(state(), userId, body.group_id as never)).to.equal(true);
    expect(await directMessagesOf(userId)).to.deep.equal(['<p>Hello, <strong>Ada</strong>!</p>']);
    const directMessages = await directMessagesOf(owner.userId as UserId);
    expect(directMessages.at(-1)).to.match(/Ada Lovelace<\/span> has accepted your invitation\.<\/p>$/);
    expect((await listed()).map(({ email }) => email)).to.not.include('ada@example.org');
  });

  it('by link show the link to whoever may invite to its role, and the rest to all administrators', async () => {
    const administrator = await hansard.account('Ad Ministrator', 200);
    const secondOwner = await hansard.account('Second Owner', 100);
    const { body } = await owner.post('/invites/multiuse', { invite_as: 100 });
    const asOwner = { invited_as: 100, is_multiuse: true, link_url: body.invite_link };
    for (const who of [owner, secondOwner]) expect((await listed(who)).at(-1)).to.include(asOwner);
    const shown = (await listed(administrator)).at(-1)!;
    expect(shown).to.include({ invited_as: 100, is_multiuse: true }).and.not.have.property('link_url');
    expect(shown).to.not.have.property('email');
    const { body: other } = await owner.post('/invites/multiuse', { invite_as: 200 });
    expect((await listed(administrator)).at(-1)).to.include({ link_url: other.invite_link });
    await secondOwner.patch(`/users/${owner.userId}`, { role: 200 });
    expect((await listed()).find(({ id }) => id === shown.id)).to.not.have.property('link_url');
    await secondOwner.patch(`/users/${owner.userId}`, { role: 100 });
  });

  it('are announced where the organization announces newcomers, and tell the inviter only if he wants', async () => {
    const signups = await channel('signups');
    await owner.patch('/realm', { signup_announcements_stream_id: signups });
    const before = (await directMessagesOf(owner.userId as UserId)).length;
    const credentialId = await invited('joan@example.org', { notify_referrer_on_join: false });
    await join({ credentialId, fullName: 'Joan Clarke' });
    expect(await directMessagesOf(owner.userId as UserId)).to.have.length(before);
    const narrow = [['channel', 'signups']];
    const { body } = await owner.get('/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow,
    });
    const [notice] = body.messages as readonly { readonly subject: string; readonly content: string }[];
    expect(notice).to.include({ subject: 'signups' });
    expect(notice!.content).to.match(/Joan Clarke<\/span> joined this organization\.<\/p>$/);
    await owner.patch('/realm', { signup_announcements_stream_id: -1 });
  });

  it('by mail are accepted once, however many try at once', async () => {
    const credentialId = await invited('grace@example.org');
    const before = people();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => join({ credentialId, fullName: `Grace ${index}` })),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).to.have.length(63);
    for (const { reason } of refusals) expect(reason).to.be.instanceOf(NotFound);
    expect(people()).to.equal(before + 1);
  });

  it('by link are accepted by everybody who tries at once, each address once', async () => {
    const credentialId = await linked({ invite_as: 600 });
    const before = people();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        join({ credentialId, fullName: `Linked ${index}`, email: `linked${index % 32}@example.org` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(32);
    expect(people()).to.equal(before + 32);
    expect(invitationByCredential(state(), credentialId, clock.now())).to.include({ role: 600 });
  });

  it('are nothing in another organization', async () => {
    const credentialId = await linked();
    const input = {
      credentialId,
      email: 'eve@example.org',
      host: ELSEWHERE,
      fullName: 'Eve',
      timezone: undefined,
      passwordCredentialId: credentialId,
      apiKeyCredentialId: credentialId,
    };
    const submission = { actor: null, client: 'browser', correlationId: 'test' };
    const foreign = await lane(ELSEWHERE)
      .submit(acceptInvitation, input, submission)
      .catch((error: unknown) => error);
    expect(foreign).to.be.instanceOf(NotFound);
    const { body } = await owner.post('/invites/multiuse');
    const [, token] = /\/join\/(\w+)\/$/.exec(body.invite_link as string)!;
    const { secrets } = hansard.app.founding;
    expect(await secrets.findInvitation('invitationLink', token!)).to.have.property('organizationId', 1);
    expect(await secrets.findInvitation('invitation', token!)).to.equal(undefined);
  });

  it('by mail show the link until it was mailed, and can be followed afterwards', async () => {
    const { secrets } = hansard.app.founding;
    const [credentialId] = (await secrets.issueInvitations(state().organizationId, 1)) as [CredentialId];
    const token = await secrets.showInvitation(credentialId);
    expect(token).to.match(/^[A-Za-z0-9]{32}$/);
    await secrets.forgetInvitation(credentialId);
    await secrets.forgetInvitation('unknown' as CredentialId);
    expect(await secrets.showInvitation(credentialId)).to.equal(undefined);
    expect(await secrets.findInvitation('invitation', token!)).to.deep.equal({
      credentialId,
      organizationId: 1,
    });
    expect(await secrets.findInvitation('invitation', token!.toLowerCase())).to.equal(undefined);
  });

  it('are listed with all links, however many', async () => {
    for (const name of ['ada', 'bea', 'cleo']) {
      const inviter = await hansard.person(name, 200);
      for (let made = 0; made < 80; made += 40)
        await Promise.all(Array.from({ length: 40 }, () => inviter.post('/invites/multiuse')));
    }
    const links = (await listed()).flatMap(({ link_url: url }) => url ?? []);
    expect(links.length).to.be.at.least(240);
    expect(new Set(links).size).to.equal(links.length);
  });

  it('end within a minute after their time, on record, and their secrets a day later', async () => {
    const { secrets } = hansard.app.founding;
    const stays = await linked({ invite_expires_in_minutes: null });
    const ends = await linked({ invite_expires_in_minutes: 5 });
    const revision = state().revision;
    clock.advance(4 * MINUTE);
    expect(invitationByCredential(state(), ends, 0)).to.not.equal(undefined);
    clock.advance(MINUTE);
    await until(() => state().revision !== revision);
    expect(invitationByCredential(state(), ends, 0)).to.equal(undefined);
    expect(await secrets.showInvitationLink(ends)).to.be.a('string');
    clock.advance(DAY);
    await until(async () => !(await secrets.showInvitationLink(ends)));
    expect(await secrets.showInvitationLink(stays)).to.be.a('string');
  });
});
