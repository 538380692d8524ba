import { expect } from 'chai';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { owner, member, outsider, guest, stranger } = PEOPLE;
const userId = outsider;
const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };

describe('a status', () => {
  it('is told to everybody who may know the person', () => {
    const everybody = [owner, member, outsider, guest, stranger].join(' ');
    expect(toWhom(town(), example.userStatusSet({ userId }))).to.deep.equal([`user_status → ${everybody}`]);
    const limited = town(
      example.organizationPermissionChanged({ permission: 'can_access_all_users_group', newValue: 3 }),
    );
    const members = [owner, member, outsider].join(' ');
    expect(toWhom(limited, example.userStatusSet({ userId }))).to.deep.equal([`user_status → ${members}`]);
  });

  it('is told as far as it differs', () => {
    const payload = (before: readonly object[], now: object) => {
      const state = town(...before.map((status) => example.userStatusSet({ userId, ...status })));
      const { type: _, ...fields } = theOne(
        state,
        example.userStatusSet({ userId, ...now }),
        'user_status',
      ).payload;
      return fields;
    };
    const who = { user_id: userId };
    expect(payload([], {})).to.deep.equal({ ...who, status_text: 'On holiday', ...car });
    expect(payload([{}], { text: 'Back' })).to.deep.equal({ ...who, status_text: 'Back' });
    expect(payload([{}], { emoji: null })).to.deep.equal({
      ...who,
      emoji_name: '',
      emoji_code: '',
      reaction_type: '',
    });
    expect(payload([{ emoji: null }], { emoji: null, text: '' })).to.deep.equal({ ...who, status_text: '' });
  });

  it('says whether somebody wants to be shown as present', () => {
    const setting = { userId, property: 'presenceEnabled' as const, oldValue: true, newValue: false };
    const event = example.personalSettingChanged(setting);
    expect(theOne(town(), event, 'user_status').payload).to.deep.equal({
      type: 'user_status',
      user_id: userId,
      away: true,
    });
  });
});
