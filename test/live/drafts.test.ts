import { expect } from 'chai';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { member } = PEOPLE;
const by = { ownerId: member };
const saved = example.draftsSaved(by);

describe('a draft', () => {
  for (const [event, operation] of [
    [saved, 'add'],
    [example.draftEdited(by), 'update'],
    [example.draftDeleted(by), 'remove'],
  ] as const)
    it(`is told to its owner alone: ${event.type}`, () => {
      expect(toWhom(town(saved), event)).to.deep.equal([`drafts/${operation} → ${member}`]);
    });

  it('is told with all that it says', () => {
    expect(theOne(town(), saved, 'drafts').payload).to.deep.equal({
      type: 'drafts',
      op: 'add',
      drafts: [1, 2].map((id) => ({
        id,
        type: 'stream',
        to: [1],
        topic: 'greetings',
        content: `Draft ${id}`,
        timestamp: 1_767_225_600,
      })),
    });
    expect(theOne(town(saved), example.draftEdited(by), 'drafts').payload).to.deep.equal({
      type: 'drafts',
      op: 'update',
      draft: {
        id: 1,
        type: 'private',
        to: [2],
        topic: '',
        content: 'Hello, you',
        timestamp: 1_767_225_700,
      },
    });
    expect(theOne(town(saved), example.draftDeleted(by), 'drafts').payload).to.deep.equal({
      type: 'drafts',
      op: 'remove',
      draft_id: 2,
    });
  });
});
