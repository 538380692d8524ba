import { expect } from 'chai';
import { deleteSnippet, editSnippet, saveSnippet } from '../../../src/commands/personal/savedSnippets.ts';
import type { Refused } from '../../../src/base/errors.ts';
import type { UserId } from '../../../src/base/ids.ts';
import type { SavedSnippetId } from '../../../src/events/personal.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example, recorded } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;
const text = (fields: object = {}) => ({ title: 'Greeting', content: 'Good morning', ...fields });
const save = (fields: object = {}, state = town(), actor: number = member) =>
  eventsOrRefusal(state, saveSnippet, text(fields), actor);
const saved = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    example.snippetSaved({ ownerId: member, snippetId: index + 1 }),
  );

describe('a saved snippet', () => {
  it('is kept under a title', () => {
    const data = { ownerId: member, snippetId: 2, title: 'Greeting', content: 'Good morning' };
    expect(save({ title: ' Greeting ' }, town(...saved(1)))).to.deep.equal([{ type: 'SnippetSaved', data }]);
  });

  for (const [why, fields, message] of [
    ['no title', { title: ' ' }, "Title can't be empty."],
    ['a title of 61 characters', { title: 'x'.repeat(61) }, 'title is too long (limit: 60 characters)'],
    ['a line break in the title', { title: 'a\nb' }, 'Invalid character in title, at position 2.'],
    ['no content', { content: ' ' }, 'Message must not be empty'],
  ] as const)
    it(`is refused with ${why}`, () => {
      expect(save(fields)).to.deep.equal({ refused: 'BAD_REQUEST', message });
    });

  it('has a text as long as a message, and is refused where it would be cut', () => {
    expect(save({ content: 'x'.repeat(10_000) })).to.have.length(1);
    const message = 'content is too long (limit: 10000 characters)';
    expect(save({ content: 'x'.repeat(10_001) })).to.deep.equal({ refused: 'BAD_REQUEST', message });
  });

  it('has a title of 60 characters', () => {
    expect(save({ title: 'x'.repeat(60) })).to.have.length(1);
  });

  it('is one of 1,000', () => {
    expect(save({}, town(...saved(999)))).to.have.length(1);
    const message = 'Too many saved snippets (maximum 1000).';
    expect(save({}, town(...saved(1_000)))).to.deep.equal({ refused: 'BAD_REQUEST', message });
    expect(save({}, town(...saved(1_000)), owner)).to.have.length(1);
  });

  it('is edited in parts, as it was last', () => {
    const edit = (fields: object, actor: number = member) => {
      const before = town();
      const [event] = recorded(saved(1), { after: before });
      const state = town(...saved(1));
      const input = { snippetId: 1 as SavedSnippetId, title: undefined, content: undefined, ...fields };
      const needed = editSnippet.needs!(state, input, actor as UserId);
      const facts = { event: (revision: number) => (revision === event?.revision ? event : undefined) };
      const context = { actor: actor as UserId, now: state.time, nextRevision: 0, facts: facts as never };
      try {
        return { needed, events: editSnippet.decide(state, input, context).events };
      } catch (error) {
        return (error as Refused).message;
      }
    };
    const edited = (fields: object) => example.snippetEdited({ ownerId: member, ...fields });
    const needed = { events: [town().revision + 1] };
    expect(edit({ content: 'Good *night*' })).to.deep.equal({ needed, events: [edited({})] });
    const title = { title: 'Morning', content: 'Good *morning*' };
    expect(edit({ title: 'Morning' })).to.deep.equal({ needed, events: [edited(title)] });
    expect(edit({ title: 'Greeting' })).to.deep.equal({ needed, events: [] });
    expect(edit({ title: ' ' })).to.equal("Title can't be empty.");
    expect(edit({ title: 'Morning' }, owner)).to.equal('Saved snippet does not exist.');
  });

  it('is deleted by its owner alone', () => {
    const state = town(...saved(1));
    const one = { snippetId: 1 as SavedSnippetId };
    const absent = { refused: 'BAD_REQUEST', message: 'Saved snippet does not exist.' };
    expect(eventsOrRefusal(state, deleteSnippet, one, owner)).to.deep.equal(absent);
    expect(eventsOrRefusal(state, deleteSnippet, one, member)).to.have.length(1);
    expect(eventsOrRefusal(state, deleteSnippet, one, member)).to.deep.equal(absent);
  });
});
