/** A small projection with every kind of operation, in the shape that a rebuild thread imports. */
import { readErasable } from '../../src/events/define.ts';
import { collection, defineProjection, type Projection } from '../../src/projections/running/define.ts';
import { createFold } from '../../src/projections/running/batch.ts';

interface MessageDocument {
  readonly senderId: number;
  readonly text: string;
  readonly reactions: number;
}
export const messages = collection<MessageDocument, number>('messages', {
  id: 'number',
  fields: { senderId: 'number' },
});
const senders = collection<{ readonly sent: number }, number>('senders', { id: 'number' });
const counts = collection<{ readonly count: number }, string>('counts', { id: 'text' });

/** Messages by ID with their reactions, and the number of messages of each sender. A message "bad" makes the fold fail. */
export const sampleProjection = defineProjection({
  name: 'sample',
  version: 1,
  collections: [messages, senders],
  on: {
    MessageSent({ data, revision }, views) {
      if (data.content === 'bad') throw new Error('the content is bad');
      views.put(messages, revision + 1, {
        senderId: data.senderId,
        text: readErasable(data.content, ''),
        reactions: 0,
      });
      views.upsert(senders, data.senderId, (sender) => ({ sent: (sender?.sent ?? 0) + 1 }));
    },
    ReactionAdded: ({ data }, views) =>
      views.patch(messages, data.messageId, (message) => ({
        ...message,
        reactions: message.reactions + 1,
      })),
    ReactionRemoved: ({ data }, views) => views.remove(messages, data.messageId),
  },
});

/** A second one, so that what happens to the first can be seen not to touch others. */
export const countingProjection = defineProjection({
  name: 'counting',
  version: 1,
  collections: [counts],
  on: {
    MessageSent: (_event, views) =>
      views.upsert(counts, 'messages', (count) => ({ count: (count?.count ?? 0) + 1 })),
  },
});

export const projections: readonly Projection[] = [sampleProjection, countingProjection];

export const fold = createFold(projections);
