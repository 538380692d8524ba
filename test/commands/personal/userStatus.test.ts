import { expect } from 'chai';
import { setUserStatus, type StatusInput } from '../../../src/commands/personal/status.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const { owner, member, gone } = PEOPLE;
const emoji = {
  codeOf: (name: string) => (name === 'car' ? '1f697' : undefined),
  namesOf: (code: string) => (code === '1f697' ? ['car'] : []),
};
const set = (fields: Partial<StatusInput>, actor: number = member, state = town(), userId: number = member) =>
  eventsOrRefusal(
    state,
    setUserStatus,
    {
      text: undefined,
      emojiName: undefined,
      emojiCode: undefined,
      reactionType: undefined,
      away: undefined,
      emoji,
      userId,
      ...fields,
    } as StatusInput,
    actor,
  );
const status = (text: string, isCar = false) => ({
  type: 'UserStatusSet',
  data: {
    userId: member,
    text,
    emoji: isCar ? { emojiName: 'car', emojiCode: '1f697', reactionType: 'unicode_emoji' } : null,
  },
});

describe('a status', () => {
  it('is a text, an emoji, or both, each changed alone', () => {
    expect(set({ text: ' Out ' })).to.deep.equal([status('Out')]);
    expect(set({ emojiName: 'car' })).to.deep.equal([status('', true)]);
    const both = () => town(example.userStatusSet({ userId: member, text: 'Out' }));
    expect(set({ emojiName: '' }, member, both())).to.deep.equal([status('Out')]);
    expect(set({ text: '' }, member, both())).to.deep.equal([status('', true)]);
    expect(set({ text: 'Out', emojiName: 'car' }, member, both())).to.deep.equal([]);
  });

  it('has 60 characters', () => {
    expect(set({ text: 'x'.repeat(60) })).to.have.length(1);
    expect(set({ text: 'x'.repeat(61) })).to.deep.equal(
      refused('status_text is too long (limit: 60 characters)'),
    );
    expect(set({ text: '\0' })).to.deep.equal(refused('status_text must not contain null bytes'));
  });

  it('has an emoji that there is', () => {
    expect(set({ emojiName: 'nothing' })).to.deep.equal(refused("Emoji 'nothing' does not exist"));
    const wrong = set({ emojiName: 'car', emojiCode: '1f000', reactionType: 'unicode_emoji' });
    expect(wrong).to.deep.equal(refused('Invalid emoji code.'));
    const named = set({ emojiName: 'car', emojiCode: '1f697', reactionType: 'unicode_emoji' });
    expect(named).to.deep.equal([status('', true)]);
  });

  it('asks for something, and for the name of an emoji', () => {
    expect(set({})).to.deep.equal(refused('Client did not pass any new values.'));
    const nameless = 'Client must pass emoji_name if they pass either emoji_code or reaction_type.';
    expect(set({ text: 'x', emojiCode: '1f697' })).to.deep.equal(refused(nameless));
    expect(set({ reactionType: 'unicode_emoji' })).to.deep.equal(refused(nameless));
  });

  it('hides or shows presence, as older clients ask', () => {
    const hidden = { userId: member, property: 'presenceEnabled', oldValue: true, newValue: false };
    expect(set({ away: true })).to.deep.equal([{ type: 'PersonalSettingChanged', data: hidden }]);
    expect(set({ away: false })).to.deep.equal([]);
  });

  it('is set for others by administrators', () => {
    expect(set({ text: 'Out' }, owner)).to.deep.equal([status('Out')]);
    const administrators = 'Must be an organization administrator';
    expect(set({ text: 'Out' }, PEOPLE.outsider)).to.have.property('message', administrators);
    expect(set({ text: 'Out' }, owner, town(), gone)).to.deep.equal(refused('No such user'));
    expect(set({ text: 'Out' }, owner, town(), 99)).to.deep.equal(refused('No such user'));
  });
});
