import { z } from 'zod';
import { ChannelId, numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/** ID of the draft of a message. */
export const DraftId = numericId<'DraftId'>();
export type DraftId = z.infer<typeof DraftId>;

/** What a draft says, and where: in a channel, directly, or nowhere yet. */
export const DraftText = z.strictObject({
  channelId: ChannelId.optional(),
  /** Of a channel's draft alone. */
  topic: z.string().optional(),
  /** Of a direct one: the other people, or the owner alone; possibly none yet. */
  recipientIds: z.array(UserId).readonly().optional(),
  content: z.string(),
  /** When it was written, in UNIX seconds, as the client says. */
  writtenAt: z.number().int().nonnegative(),
});
export type DraftText = z.infer<typeof DraftText>;

/** Facts of drafts, each its owner's own. */
export const draftEvents = defineEvents('organization', {
  DraftsSaved: fact(1, {
    ownerId: UserId,
    draftIds: z.array(DraftId).min(1).readonly(),
    /** In the order of the IDs. */
    texts: erasable('person:ownerId', z.array(DraftText).readonly()),
  }),
  DraftEdited: fact(1, { ownerId: UserId, draftId: DraftId, text: erasable('person:ownerId', DraftText) }),
  DraftDeleted: fact(1, { ownerId: UserId, draftId: DraftId }),
});
export const { DraftsSaved, DraftEdited, DraftDeleted } = draftEvents.make;
