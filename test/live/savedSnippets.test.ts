import { expect } from 'chai';
import { EXAMPLE_START, example } from '../support/examples.ts';
import { PEOPLE, theOne, town, toWhom } from './fixture.ts';

const by = { ownerId: PEOPLE.member };
const saved = example.snippetSaved(by);

describe('a saved snippet', () => {
  for (const [event, operation] of [
    [saved, 'add'],
    [example.snippetEdited(by), 'update'],
    [example.snippetDeleted(by), 'remove'],
  ] as const)
    it(`is told to its owner alone: ${event.type}`, () => {
      expect(toWhom(town(saved), event)).to.deep.equal([`saved_snippets/${operation} → ${PEOPLE.member}`]);
    });

  it('is told with all that it says, and when it was made', () => {
    const state = town(saved);
    const made = Math.floor((EXAMPLE_START + state.revision * 1000) / 1000);
    expect(theOne(state, example.snippetEdited(by), 'saved_snippets').payload).to.deep.equal({
      type: 'saved_snippets',
      op: 'update',
      saved_snippet: { id: 1, title: 'Greeting', content: 'Good *night*', date_created: made },
    });
    expect(theOne(state, example.snippetDeleted(by), 'saved_snippets').payload).to.deep.equal({
      type: 'saved_snippets',
      op: 'remove',
      saved_snippet_id: 2,
    });
  });
});
