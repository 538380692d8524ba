import { z } from 'zod';
import { ChannelId, numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of the draft of a message. */
export const DraftId = numericId<'DraftId'>();
export type DraftId = z.infer<typeof DraftId>;

/** The text and destination of a draft: a channel, people, or none yet. */
export const DraftText = z.strictObject({
  channelId: ChannelId.optional(),
  /** Channel drafts only. */
  topic: z.string().optional(),
  /** Direct drafts: the other people, or the owner alone; possibly none yet. */
  recipientIds: z.array(UserId).readonly().optional(),
  content: z.string(),
  /** UNIX seconds of the last change, as the client reports them. */
  writtenAt: z.number().int().nonnegative(),
});
export type DraftText = z.infer<typeof DraftText>;

/** Events of drafts, which are visible to their owner only. */
export const draftEvents = defineEvents('organization', {
  DraftsSaved: eventType(1, {
    ownerId: UserId,
    draftIds: z.array(DraftId).min(1).readonly(),
    /** In the order of the IDs. */
    texts: erasable('person:ownerId', z.array(DraftText).readonly()),
  }),
  DraftEdited: eventType(1, {
    ownerId: UserId,
    draftId: DraftId,
    text: erasable('person:ownerId', DraftText),
  }),
  DraftDeleted: eventType(1, { ownerId: UserId, draftId: DraftId }),
});
export const { DraftsSaved, DraftEdited, DraftDeleted } = draftEvents.make;
