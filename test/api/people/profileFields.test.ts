import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { makeBot } from '../bots.ts';
import { startCast } from '../cast.ts';
import { expectAdministratorOnly, expectRefusal, expectSuccess, listIn } from '../expected.ts';

type Fields = Readonly<Record<string, unknown>>;

const COLOURS = { '0': { text: 'Blue', order: '1' }, '1': { text: 'Green', order: '2' } };

describe('custom profile fields over HTTP', () => {
  let hansard: Hansard;
  let admin: Person;
  let member: Person;
  let guest: Person;
  let bot: Person;

  before(async () => {
    ({ hansard, admin, member, guest } = await startCast({ environment: { WEB_PUBLIC_CHANNELS: 'on' } }));
    bot = await makeBot(hansard, member);
  });
  after(() => hansard.stop());

  let made = 0;
  const create = async (given: Fields = {}): Promise<number> => {
    const { body } = await admin.post('/realm/profile_fields', {
      name: `Field ${(made += 1)}`,
      field_type: 1,
      ...given,
    });
    return body.id as number;
  };
  const fieldOf = async (id: number, who = guest) =>
    listIn(await who.get('/realm/profile_fields'), 'custom_fields').find((field) => field.id === id);
  const put = (who: Person, ...data: readonly Fields[]) => who.patch('/users/me/profile_data', { data });
  const profileOf = async (viewer: Person, userId = member.userId) => {
    const parameters = { include_custom_profile_fields: true };
    return ((await viewer.get(`/users/${userId}`, parameters)).body.user as Fields).profile_data;
  };

  it('are shown to everybody with every property, in their order', async () => {
    const id = await create({ name: 'Colour', hint: 'The best', field_type: 3, field_data: COLOURS });
    const field = {
      id,
      type: 3,
      name: 'Colour',
      hint: 'The best',
      field_data: '{"0":{"text":"Blue","order":"1"},"1":{"text":"Green","order":"2"}}',
      order: id,
      required: false,
      editable_by_user: true,
    };
    for (const who of [guest, bot]) expect(await fieldOf(id, who)).to.deep.equal(field);
    const switches = { required: true, editable_by_user: false, display_in_profile_summary: true };
    expectSuccess(await admin.patch(`/realm/profile_fields/${id}`, switches));
    expect(await fieldOf(id)).to.deep.equal({ ...field, ...switches });
    expectSuccess(await admin.patch(`/realm/profile_fields/${id}`, { display_in_profile_summary: false }));
    expectAdministratorOnly(await member.patch(`/realm/profile_fields/${id}`, switches));
  });

  it('are put into another order by administrators', async () => {
    const [one, other] = [await create(), await create()];
    const ids = listIn(await admin.get('/realm/profile_fields'), 'custom_fields').map(({ id }) => id);
    const order = [other, one, ...ids.filter((id) => id !== one && id !== other)];
    expectAdministratorOnly(await member.patch('/realm/profile_fields', { order }));
    expectSuccess(await admin.patch('/realm/profile_fields', { order }));
    const listed = listIn(await member.get('/realm/profile_fields'), 'custom_fields');
    expect(listed.map(({ id }) => id)).to.deep.equal(order);
    expect(listed.map((field) => field.order)).to.deep.equal(order.map((_, index) => index));
    expectRefusal(await admin.patch('/realm/profile_fields', { order: [one] }), 'Invalid order mapping.');
    const last = await create();
    expect(listIn(await member.get('/realm/profile_fields'), 'custom_fields').at(-1)?.id).to.equal(last);
  });

  it('say what is wrong with their data', async () => {
    const refused = async (given: Fields, msg: string) =>
      expectRefusal(await admin.post('/realm/profile_fields', { name: 'x', ...given }), msg);
    await refused({ field_type: 3, field_data: 7 }, 'field_data is not a dict');
    await refused({ field_type: 3, field_data: { '0': 7 } }, 'field_data["0"] is not a string');
    await refused(
      { field_type: 3, field_data: { '0': { text: 7 } } },
      'field_data["0"]["text"] is not a string',
    );
    await refused({ field_type: '"3"' }, 'field_type is not an integer');
    for (const key of ['__proto__', '\\u005f_proto__'])
      await refused(
        { field_type: 3, field_data: `{"a":{"text":"A","order":"1"},"${key}":{"text":"B","order":"2"}}` },
        'field_data has the key __proto__, which cannot be one',
      );
    expectRefusal(await admin.post('/realm/profile_fields', { name: 'x' }), "Missing 'field_type' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'field_type',
    });
  });

  describe('hold what people put into them', () => {
    it('shown alike wherever people are shown, with HTML where it is a text', async () => {
      const [short, long] = [await create(), await create({ field_type: 2 })];
      const people = await create({ field_type: 6 });
      expectSuccess(
        await put(
          member,
          { id: short, value: '*Ada*' },
          { id: long, value: 'plain & simple' },
          { id: people, value: [guest.userId, admin.userId] },
        ),
      );
      const expected = {
        [short]: { value: '*Ada*', rendered_value: '<p><em>Ada</em></p>' },
        [long]: { value: 'plain & simple', rendered_value: '<p>plain &amp; simple</p>' },
        [people]: { value: `[${guest.userId},${admin.userId}]` },
      };
      expect(await profileOf(guest)).to.deep.include(expected);
      expect((await member.get('/users/me')).body.profile_data).to.deep.include(expected);
      const parameters = { include_custom_profile_fields: true };
      for (const more of [{}, { user_ids: [member.userId] }]) {
        const listed = listIn(await guest.get('/users', { ...parameters, ...more }), 'members');
        expect(listed.find(({ user_id: id }) => id === member.userId)?.profile_data).to.deep.include(
          expected,
        );
      }
      expect(await profileOf(member, bot.userId)).to.equal(undefined);
    });

    it('safely: nothing in them runs', async () => {
      const id = await create({ field_type: 2 });
      await put(member, { id, value: '<script>alert(1)</script> [x](javascript:alert(1))' });
      const { rendered_value: html } = ((await profileOf(guest)) as Record<number, Fields>)[id]!;
      expect(html).not.to.match(/<script|href="javascript/);
    });

    it('until they remove it, by null, by nothing, or by DELETE', async () => {
      const id = await create();
      for (const remove of [
        () => put(member, { id, value: null }),
        () => put(member, { id, value: '' }),
        () => member.delete('/users/me/profile_data', { data: [id] }),
      ]) {
        await put(member, { id, value: 'x' });
        expect(await profileOf(guest)).to.have.property(String(id));
        expectSuccess(await remove());
        expect(await profileOf(guest)).not.to.have.property(String(id));
      }
      expectSuccess(await member.delete('/users/me/profile_data', { data: [id] }));
      expectRefusal(
        await member.delete('/users/me/profile_data', { data: [9999] }),
        'Field id 9999 not found.',
      );
    });

    it('all of it or nothing', async () => {
      const [id, day] = [await create(), await create({ name: 'Day', field_type: 4 })];
      expectRefusal(await put(member, { id, value: 'x' }, { id: day, value: 'today' }), 'Day is not a date');
      expect(await profileOf(guest)).not.to.have.property(String(id));
      expectRefusal(
        await admin.patch(`/users/${member.userId}`, {
          full_name: 'Another Name',
          profile_data: [{ id: day, value: 'today' }],
        }),
        'Day is not a date',
      );
      expect((await member.get('/users/me')).body.full_name).to.equal('Mia Member');
    });

    it('until the field, or the choice, is gone', async () => {
      const id = await create({ field_type: 3, field_data: COLOURS });
      await put(member, { id, value: '0' });
      await put(guest, { id, value: '1' });
      const rest = { '1': COLOURS['1'] };
      expectSuccess(await admin.patch(`/realm/profile_fields/${id}`, { field_data: rest }));
      expect(await profileOf(admin)).not.to.have.property(String(id));
      expect(await profileOf(admin, guest.userId)).to.deep.include({ [id]: { value: '1' } });
      await admin.patch(`/realm/profile_fields/${id}`, { field_data: COLOURS });
      expect(await profileOf(admin)).not.to.have.property(String(id));
      expectSuccess(await admin.delete(`/realm/profile_fields/${id}`));
      expect(await profileOf(admin, guest.userId)).not.to.have.property(String(id));
      expectRefusal(await put(guest, { id, value: '1' }), `Field id ${id} not found.`);
    });

    it('or administrators, also where others may not', async () => {
      const id = await create({ editable_by_user: false });
      const refusal = 'You are not allowed to change this field. Contact an administrator to update it.';
      expectRefusal(await put(member, { id, value: 'x' }), refusal);
      expectRefusal(await member.delete('/users/me/profile_data', { data: [id] }), refusal);
      const give = (value: unknown) =>
        admin.patch(`/users/${member.userId}`, { profile_data: [{ id, value }] });
      expectSuccess(await give('*x*'));
      expect(await profileOf(guest)).to.deep.include({
        [id]: { value: '*x*', rendered_value: '<p><em>x</em></p>' },
      });
      expectSuccess(await give(null));
      expect(await profileOf(guest)).not.to.have.property(String(id));
    });

    it('of people who have left since then, too', async () => {
      const id = await create({ field_type: 6 });
      const leaver = await hansard.person('Lee Leaver');
      await put(member, { id, value: [leaver.userId] });
      await admin.delete(`/users/${leaver.userId}`);
      expect(await profileOf(guest)).to.deep.include({ [id]: { value: `[${leaver.userId}]` } });
      const refusal = `User with ID ${leaver.userId} is deactivated`;
      expectRefusal(await put(member, { id, value: [leaver.userId, guest.userId] }), refusal);
    });

    it('and are asked for exactly', async () => {
      const refused = async (data: unknown, msg: string) =>
        expectRefusal(await member.patch('/users/me/profile_data', { data }), msg);
      await refused([{ value: 'x' }], 'data[0]["id"] field is missing');
      await refused([{ id: 'x', value: 'x' }], 'data[0]["id"] is not an integer');
      await refused([{ id: 1 }], 'data[0]["value"] field is missing');
      await refused([{ id: 1, value: 'x', type: 1 }], 'Argument "type" at data[0]["type"] is unexpected');
      expectRefusal(await put(bot, { id: 1, value: 'x' }), 'This endpoint does not accept bot requests.');
    });
  });

  it('change the entity tag of who is shown them, and of nobody else', async () => {
    const id = await create();
    const tagOf = async (path: string) => {
      const answer = await fetch(`${hansard.url}${path}`, { method: 'HEAD', headers: guest.headers });
      return answer.headers.get('etag');
    };
    const paths = ['/users', '/users?include_custom_profile_fields=true'];
    const before = await Promise.all(paths.map(tagOf));
    await put(member, { id, value: 'new' });
    const after = await Promise.all(paths.map(tagOf));
    expect(after[0]).to.equal(before[0]);
    expect(after[1]).not.to.equal(before[1]);
  });

  it('are shown to nobody in particular', async () => {
    await admin.patch('/realm', { enable_spectator_access: true });
    const channel = { subscriptions: [{ name: 'agora' }], is_web_public: true };
    await (await hansard.owner()).post('/users/me/subscriptions', channel);
    await hansard.app.projections.caughtUp();
    const answer = await hansard.anonymous('GET', '/users?include_custom_profile_fields=true');
    expect(listIn(answer, 'members')[0]).not.to.have.property('profile_data');
  });
});
