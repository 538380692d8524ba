import { expect } from 'chai';
import { deactivateCustomEmoji } from '../../../src/commands/organization/emoji.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { owner, member, outsider } = PEOPLE;
const added = example.customEmojiAdded({ name: 'cat', authorId: member });
const deactivated = example.customEmojiDeactivated({ name: 'cat' });
const deactivate = (actor: number, ...more: readonly (typeof deactivated)[]) =>
  eventsOrRefusal(town(added, ...more), deactivateCustomEmoji, { name: 'cat' }, actor);

describe('a custom emoji', () => {
  it('is deactivated by its author and by administrators', () => {
    expect(deactivate(member)).to.deep.equal([deactivated]);
    expect(deactivate(owner)).to.deep.equal([deactivated]);
    expect(deactivate(outsider)).to.deep.equal({
      refused: 'BAD_REQUEST',
      message: 'Must be an organization administrator or emoji author',
    });
  });

  it('is deactivated once', () => {
    const absent = { refused: 'BAD_REQUEST', message: "Emoji 'cat' does not exist" };
    expect(deactivate(owner, deactivated)).to.deep.equal(absent);
  });
});
