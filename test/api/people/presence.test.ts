import { expect } from 'chai';
import { Hansard, type Person } from '../../support/hansard.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { makeBot } from '../bots.ts';
import { expectRefusal, expectSuccess } from '../expected.ts';

const REPORT = '/users/me/presence';

describe('presence over HTTP', () => {
  let clock: MovedClock;
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;
  let name: string;
  let made = 0;

  before(async () => {
    clock = new MovedClock();
    hansard = await Hansard.start({ clock });
  });
  after(() => hansard.stop());

  /** Everything happens in an organization of its own. */
  beforeEach(async () => {
    name = `n${(made += 1)}`;
    owner = await hansard.organization(name);
    member = await hansard.account('Mia Member', 400, name);
    guest = await hansard.account('Gus Guest', 600, name);
  });

  const later = async (seconds: number): Promise<void> => {
    clock.advance(seconds * 1000);
    await owner.answered();
  };
  const now = () => Math.floor(clock.now() / 1000);
  const modern = (person: Person, fields = {}) =>
    person.post(REPORT, { status: 'active', last_update_id: -1, ...fields });
  const idsIn = ({ body }: { body: Record<string, unknown> }) =>
    Object.keys(body.presences as object).map(Number);
  const seenBy = async (person: Person, fields = {}) => idsIn(await modern(person, fields));
  const entryOf = (answer: { body: Record<string, unknown> }, person: Person) =>
    (answer.body.presences as Record<string, Record<string, unknown>>)[person.userId];

  it('tells by ID when people were active and connected last, or when they joined', async () => {
    const joinedAt = now();
    await later(1000);
    await member.post(REPORT, { status: 'idle', ping_only: true });
    const connectedAt = now();
    await later(30);
    const answer = await modern(owner);
    expect(answer.status).to.equal(200);
    expect(entryOf(answer, member)?.active_timestamp).to.be.closeTo(joinedAt, 3);
    expect(entryOf(answer, member)?.idle_timestamp).to.be.closeTo(connectedAt, 3);
    expect(entryOf(answer, owner)?.active_timestamp).to.be.closeTo(now(), 3);
    expect(answer.body.server_timestamp).to.be.closeTo(clock.now() / 1000, 10);
  });

  it('tells by address, with a status, who asks for neither format', async () => {
    await later(1000);
    await member.post(REPORT, { status: 'active' });
    await later(71);
    await member.post(REPORT, { status: 'idle' });
    const { body } = await owner.post(REPORT, { status: 'active' });
    const [idle, active] = [member, owner].map(
      ({ email }) => (body.presences as Record<string, { aggregated: { timestamp: number } }>)[email]!,
    );
    const shown = (status: string, { aggregated: { timestamp } }: typeof idle & object) => ({
      aggregated: { client: 'website', status, timestamp },
      website: { client: 'website', status, timestamp, pushable: false },
    });
    expect(idle).to.deep.equal(shown('idle', idle!));
    expect(active).to.deep.equal(shown('active', active!));
    expect(idle!.aggregated.timestamp).to.be.closeTo(now(), 3);
    expect((await owner.post(REPORT, { status: 'idle', slim_presence: true })).body.presences).to.have.keys(
      [owner, member].map(({ userId }) => String(userId)),
    );
  });

  it('tells what has come about since the update that is named, and never goes back', async () => {
    const first = await modern(owner);
    const second = await modern(member);
    const [one, two] = [first, second].map(({ body }) => Number(body.presence_last_update_id)) as [
      number,
      number,
    ];
    expect(two).to.be.above(one);
    const news = await modern(owner, { last_update_id: one });
    expect(idsIn(news)).to.deep.equal([member.userId]);
    expect(news.body.presence_last_update_id).to.equal(two);
    const nothing = await modern(owner, { last_update_id: two });
    expect([idsIn(nothing), nothing.body.presence_last_update_id]).to.deep.equal([[], two]);
    expect((await modern(owner, { last_update_id: 9_000 })).body.presence_last_update_id).to.equal(9_000);
  });

  it('only records for who wants nothing else', async () => {
    const ping = (fields: object) => owner.post(REPORT, { status: 'active', ping_only: true, ...fields });
    expectSuccess(await ping({}), { presence_last_update_id: -1 });
    expectSuccess(await ping({ last_update_id: 7 }), { presence_last_update_id: 7 });
    expect(await seenBy(member)).to.have.members([owner.userId, member.userId]);
  });

  it('leaves out who was not there for the days that are asked for', async () => {
    await modern(guest);
    await later(13.9 * 24 * 3600);
    await modern(member);
    await later(24 * 3600);
    expect(await seenBy(owner)).to.have.members([owner.userId, member.userId]);
    expect(await seenBy(owner, { history_limit_days: 15 })).to.include(guest.userId);
    expect(await seenBy(owner, { history_limit_days: 0 })).to.deep.equal([]);
    expect(await seenBy(owner, { last_update_id: 1, history_limit_days: 0 })).to.include(member.userId);
    const none = await owner.post(REPORT, { status: 'active', history_limit_days: 0 });
    expect(none.body.presence_last_update_id).to.equal(-1);
    expect(none.body).to.have.property('server_timestamp');
  });

  it('leaves out who was deactivated, and bots', async () => {
    [owner, member] = [await hansard.owner(), await hansard.account('Mia Member')];
    const bot = await makeBot(hansard, owner);
    await modern(member);
    await owner.delete(`/users/${member.userId}`);
    expect(await seenBy(owner)).to.deep.equal([owner.userId]);
    expectRefusal(await owner.get(`/users/${member.userId}/presence`), 'No such user');
    const botsOwn = await bot.post(REPORT, { status: 'active' });
    expectRefusal(botsOwn, 'This endpoint does not accept bot requests.');
    const response = await owner.get(`/users/${bot.userId}/presence`);
    expectRefusal(response, 'Presence is not supported for bot users.');
    expect((await bot.get(`/users/${owner.userId}/presence`)).status).to.equal(200);
    expect((await bot.get('/realm/presence')).body.presences).to.have.keys(owner.email);
  });

  it('shows limited guests whom they know', async () => {
    const nobodyElse = { can_access_all_users_group: { new: 3 } };
    expect((await owner.patch('/realm', nobodyElse)).status).to.equal(200);
    await Promise.all([modern(owner), modern(member)]);
    expect(await seenBy(guest)).to.deep.equal([guest.userId]);
    expectRefusal(await guest.get(`/users/${member.userId}/presence`), 'No such user');
    await member.post('/messages', { type: 'direct', to: [guest.userId], content: 'Hello.' });
    await hansard.settled();
    expect(await seenBy(guest)).to.have.members([guest.userId, member.userId]);
    expect((await guest.get(`/users/${member.userId}/presence`)).status).to.equal(200);
    expect(await seenBy(owner)).to.have.members([owner.userId, member.userId, guest.userId]);
  });

  it('is nobody’s where the organization has turned it off, and nothing is recorded', async () => {
    await modern(member);
    await owner.patch('/realm', { presence_disabled: true });
    await later(60);
    const answer = await owner.post(REPORT, { status: 'active' });
    expect(answer.body).to.include({ presence_last_update_id: -1 });
    expect(answer.body.presences).to.deep.equal({});
    expect((await modern(owner, { last_update_id: 5 })).body.presence_last_update_id).to.equal(5);
    expectRefusal(await owner.get(`/users/${member.email}/presence`), `No presence data for ${member.email}`);
    expect((await owner.get('/realm/presence')).body.presences).to.deep.equal({});
    await owner.patch('/realm', { presence_disabled: false });
    expect(await seenBy(member)).to.deep.equal([member.userId]);
  });

  it('of who turns it off seems to be of a while ago, at once and for as long', async () => {
    await later(1000);
    await modern(member);
    expect((await owner.get(`/users/${member.userId}/presence`)).body.presence).to.have.nested.property(
      'aggregated.status',
      'active',
    );
    await member.patch('/settings', { presence_enabled: false });
    await hansard.app.reactors.settled();
    expect((await owner.get(`/users/${member.userId}/presence`)).body.presence).to.have.nested.property(
      'aggregated.status',
      'offline',
    );
    const hiddenAt = now();
    await later(60);
    expect(entryOf(await modern(member), member)?.idle_timestamp).to.be.closeTo(hiddenAt - 320, 5);
    await member.patch('/settings', { presence_enabled: true });
    expect(entryOf(await modern(member), member)?.active_timestamp).to.be.closeTo(now(), 3);
  });

  it('is that of nobody active as soon as it is turned off, also by who has just joined', async () => {
    const answer = await modern(member);
    const before = answer.body.presence_last_update_id;
    expect((await member.patch('/settings', { presence_enabled: false })).status).to.equal(200);
    const polled = entryOf(await modern(owner, { last_update_id: before }), member);
    expect(polled?.active_timestamp).to.be.below(now() - 200);
    expect(polled?.idle_timestamp).to.be.below(now() - 200);
    const { presences } = (await owner.get('/realm/presence')).body;
    expect(Object.values(presences as object).map(({ website }) => website.status)).to.include('idle');
    const { presence } = (await owner.get(`/users/${member.userId}/presence`)).body;
    expect(presence).to.deep.include({
      aggregated: { status: 'offline', timestamp: polled?.idle_timestamp },
    });
  });

  it('of one person is offline after 200 seconds, and there is none of who has never been there', async () => {
    expectRefusal(
      await owner.get(`/users/${member.userId}/presence`),
      `No presence data for ${member.userId}`,
    );
    expectRefusal(await owner.get('/users/900000001/presence'), 'No such user');
    expectRefusal(await owner.get('/users/nobody@example.com/presence'), 'No such user');
    await later(1000);
    await modern(member);
    await later(195);
    const status = async () => (await owner.get(`/users/${member.userId}/presence`)).body.presence;
    expect(await status()).to.have.nested.property('aggregated.status', 'active');
    await later(10);
    expect(await status()).to.have.nested.property('aggregated.status', 'offline');
    expect(await status()).to.have.nested.property('website.status', 'active');
  });

  it('shows addresses as they may be known', async () => {
    await member.patch('/settings', { email_address_visibility: 4 });
    await modern(member);
    const placeholder = `user${member.userId}@${name}.chat.example.com`;
    expect((await owner.get('/realm/presence')).body.presences).to.have.keys(placeholder);
    expect((await owner.get(`/users/${placeholder}/presence`)).status).to.equal(200);
    expectRefusal(await owner.get(`/users/${member.email}/presence`), 'No such user');
  });

  it('is one event of the organization’s ephemeral stream a second, and none of its own stream', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, index) => hansard.account(`One ${index}`, 400, name)),
    );
    const { state } = hansard.app.lanes.bySubdomain(name)!;
    const before = state.revision;
    const ids = await Promise.all(people.map((person) => modern(person)));
    const updates = new Set(ids.map(({ body }) => body.presence_last_update_id));
    expect(updates.size).to.be.at.most(2);
    expect(state.revision).to.equal(before);
  });
});
