/** Drafts on the wire. */
import { z } from 'zod';
import type { ShownDraft } from '../projections/drafts.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const Draft = named(
  'Draft',
  z.strictObject({
    id: z.int(),
    type: z.enum(['', 'private', 'stream']),
    to: z.array(z.int()),
    topic: z.string(),
    content: z.string(),
    timestamp: z.int(),
  }),
);

export const wireDraft = (draft: ShownDraft): z.infer<typeof Draft> => ({
  id: draft.draftId,
  ...placeOf(draft),
  content: draft.content,
  timestamp: draft.writtenAt,
});

function placeOf({ channelId, topic = '', recipientIds }: ShownDraft) {
  if (channelId !== undefined) return { type: 'stream' as const, to: [channelId], topic };
  return {
    type: recipientIds ? ('private' as const) : ('' as const),
    to: [...(recipientIds ?? [])],
    topic: '',
  };
}

/** Client events of drafts. */
export const draftPayloads = {
  'drafts/add': eventShape('drafts', 'add', { drafts: z.array(Draft) }),
  'drafts/update': eventShape('drafts', 'update', { draft: Draft }),
  'drafts/remove': eventShape('drafts', 'remove', { draft_id: z.int() }),
} as const;
