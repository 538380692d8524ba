import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from '../expected.ts';

describe('personal settings of subscriptions over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let ownId: number;
  let hiddenId: number;
  let publicId: number;

  const create = async (who: Person, name: string, more = {}) => {
    await who.post('/users/me/subscriptions', { subscriptions: [{ name }], ...more });
    const subscriptions = listIn(await who.get('/users/me/subscriptions'), 'subscriptions');
    return subscriptions.find((channel) => channel.name === name)?.stream_id as number;
  };

  before(async () => {
    ({ hansard, owner, member } = await startCast());
    publicId = await create(owner, 'public');
    hiddenId = await create(owner, 'hidden', { invite_only: true });
    ownId = await create(member, 'own');
  });
  after(() => hansard.stop());

  const settings = async (streamId = ownId) =>
    listIn(await member.get('/users/me/subscriptions'), 'subscriptions').find(
      (channel) => channel.stream_id === streamId,
    );
  const set = (property: string, value: unknown, streamId = ownId) =>
    member.patch(`/users/me/subscriptions/${streamId}`, { property, value });
  const setAll = (...data: readonly Record<string, unknown>[]) =>
    member.post('/users/me/subscriptions/properties', { subscription_data: data });
  /** The revision that a refused write finds. */
  const revision = async () => Number((await set('color', '#000', 9999)).headers.get('hansard-position'));

  it('begin with a colour, unmuted, unpinned and with the notifications that are set for all channels', async () => {
    const fresh = await settings(await create(member, 'fresh'));
    expect(fresh).to.include({
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      audible_notifications: null,
      push_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
    });
    expect(fresh?.color).to.match(/^#[0-9a-f]{6}$/);
  });

  describe('PATCH /users/me/subscriptions/{stream_id}', () => {
    for (const property of [
      'pin_to_top',
      'desktop_notifications',
      'audible_notifications',
      'push_notifications',
      'email_notifications',
      'wildcard_mentions_notify',
    ]) {
      it(`sets ${property} and takes it back`, async () => {
        expectSuccess(await set(property, true));
        expect(await settings()).to.include({ [property]: true });
        expectSuccess(await set(property, false));
        expect(await settings()).to.include({ [property]: false });
      });
    }

    it('has is_muted and in_home_view as two names of one thing', async () => {
      expectSuccess(await set('is_muted', true));
      expect(await settings()).to.include({ is_muted: true, in_home_view: false });
      expectSuccess(await set('in_home_view', true));
      expect(await settings()).to.include({ is_muted: false, in_home_view: true });
    });

    it('takes a colour as it is, of three to six digits', async () => {
      for (const color of ['#abc', '#12AB9f']) {
        expectSuccess(await set('color', color));
        expect(await settings()).to.include({ color });
      }
    });

    it('refuses a colour in quotes and whatever else is no colour', async () => {
      for (const color of ['"#abcdef"', '#12', '#1234567', 'red', '#xyzxyz', ''])
        expectRefusal(await set('color', color), 'color is not a valid hex color code');
    });

    it('takes a boolean as JSON has it, with blanks around it', async () => {
      expectSuccess(await set('is_muted', ' true\n'));
      expect(await settings()).to.include({ is_muted: true });
      expectSuccess(await set('is_muted', 'false '));
      expect(await settings()).to.include({ is_muted: false });
    });

    it('refuses anything but true and false, by the name that was sent', async () => {
      for (const value of ['null', '1', 'True', '"true"', ''])
        for (const property of ['pin_to_top', 'in_home_view', 'push_notifications'])
          expectRefusal(await set(property, value), `${property} is not a boolean`);
    });

    it('refuses properties that there are not', async () => {
      expectRefusal(await set('role', true), 'Unknown subscription property: role');
      expectRefusal(await set('toString', true), 'Unknown subscription property: toString');
    });

    it('succeeds where the value is that already, and records nothing', async () => {
      for (const [property, value] of [
        ['color', String((await settings())?.color)],
        ['is_muted', false],
        ['in_home_view', true],
        ['pin_to_top', true],
      ] as const) {
        expectSuccess(await set(property, value));
        const before = await revision();
        expectSuccess(await set(property, value));
        expect(await revision(), property).to.equal(before);
      }
    });

    it('records nothing for the colour that the channel got of itself', async () => {
      const streamId = await create(member, 'coloured');
      const before = await revision();
      expectSuccess(await set('color', String((await settings(streamId))?.color), streamId));
      expect(await revision()).to.equal(before);
    });

    it('answers hidden channels like absent ones, and tells of those not subscribed to', async () => {
      expectRefusal(await set('pin_to_top', true, 9999), 'Invalid channel ID');
      expectRefusal(await set('pin_to_top', true, hiddenId), 'Invalid channel ID');
      expectRefusal(await set('pin_to_top', true, publicId), `Not subscribed to channel ID ${publicId}`);
    });

    it('asks for both parameters and for a login', async () => {
      const path = `/users/me/subscriptions/${ownId}`;
      for (const [missing, fields] of [
        ['property', { value: true }],
        ['value', { property: 'color' }],
      ] as const)
        expectRefusal(await member.patch(path, fields), `Missing '${missing}' argument`, {
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: missing,
        });
      expectLoginFirst(await hansard.anonymous('PATCH', path, { property: 'color', value: '#abc' }));
    });

    it('tells that in_home_view is outdated', async () => {
      expect((await set('in_home_view', true)).headers.get('deprecation')).to.match(/^@\d+$/);
      expect((await set('is_muted', false)).headers.get('deprecation')).to.equal(null);
    });
  });

  describe('POST /users/me/subscriptions/properties', () => {
    it('sets several properties of several channels', async () => {
      const otherId = await create(member, 'other');
      expectSuccess(
        await setAll(
          { stream_id: ownId, property: 'color', value: '#00ff00' },
          { stream_id: otherId, property: 'in_home_view', value: false },
          { stream_id: otherId, property: 'pin_to_top', value: true },
        ),
      );
      expect(await settings()).to.include({ color: '#00ff00' });
      expect(await settings(otherId)).to.include({ is_muted: true, pin_to_top: true });
    });

    it('sets a notification back to what is set for all channels', async () => {
      await setAll({ stream_id: ownId, property: 'push_notifications', value: true });
      expectSuccess(await setAll({ stream_id: ownId, property: 'push_notifications', value: null }));
      expect(await settings()).to.include({ push_notifications: null });
      expectRefusal(
        await setAll({ stream_id: ownId, property: 'pin_to_top', value: null }),
        'pin_to_top is not a boolean',
      );
    });

    it('lets the last of several values for one property count', async () => {
      await set('pin_to_top', false);
      const pin = (value: boolean) => ({ stream_id: ownId, property: 'pin_to_top', value });
      const before = await revision();
      expectSuccess(await setAll(pin(true), pin(false)));
      expect(await revision()).to.equal(before);
    });

    it('does all of it or nothing', async () => {
      const muted = { stream_id: ownId, property: 'is_muted', value: true };
      for (const [wrong, msg] of [
        [
          { stream_id: publicId, property: 'color', value: '#abc' },
          `Not subscribed to channel ID ${publicId}`,
        ],
        [{ stream_id: hiddenId, property: 'color', value: '#abc' }, 'Invalid channel ID'],
        [{ stream_id: ownId, property: 'nothing', value: true }, 'Unknown subscription property: nothing'],
        [{ stream_id: ownId, property: 'color', value: true }, 'color is not a string'],
        [{ stream_id: ownId, property: 'color', value: 'red' }, 'color is not a valid hex color code'],
        [
          { stream_id: ownId, property: 'push_notifications', value: 1 },
          'push_notifications is not a boolean',
        ],
        [{ stream_id: ownId, property: 'color' }, 'subscription_data[1]["value"] field is missing'],
      ] as const)
        expectRefusal(await setAll(muted, wrong), msg);
      expect(await settings()).to.include({ is_muted: false });
    });

    it('asks for a list and a login', async () => {
      const path = '/users/me/subscriptions/properties';
      expectRefusal(await member.post(path, { subscription_data: {} }), 'subscription_data is not a list');
      expectLoginFirst(await hansard.anonymous('POST', path, { subscription_data: [] }));
    });
  });

  it('are those of the person alone, and end with the subscription', async () => {
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'own' }] });
    await set('is_muted', true);
    const seen = listIn(await owner.get('/users/me/subscriptions'), 'subscriptions');
    expect(seen.find(({ stream_id }) => stream_id === ownId)).to.include({ is_muted: false });
    await member.delete('/users/me/subscriptions', { subscriptions: ['own'] });
    await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'own' }] });
    expect(await settings()).to.include({ is_muted: false });
  });
});
