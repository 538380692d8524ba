/** Samples of events about drafts. */
import { draftEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

const text = { channelId: 1, topic: 'greetings', content: 'Hello', writtenAt: 1_767_225_600 };

export const draftExamples = {
  draftsSaved: sample(draftEvents, 'DraftsSaved', ({ draftIds = [1, 2] }) => ({
    ownerId: 1,
    draftIds,
    texts: draftIds.map((id) => ({ ...text, content: `Draft ${id}` })),
  })),
  draftEdited: sample(draftEvents, 'DraftEdited', () => ({
    ownerId: 1,
    draftId: 1,
    text: { recipientIds: [2], content: 'Hello, you', writtenAt: 1_767_225_700 },
  })),
  draftDeleted: sample(draftEvents, 'DraftDeleted', () => ({ ownerId: 1, draftId: 2 })),
};
