/** When channels were active, as documents: the same as the organization's state keeps, by the same functions. */
import type { ChannelBeginning } from '../../events/messages.ts';
import type { MessageId } from '../../ids.ts';
import * as activity from '../../organization/channelActivity.ts';
import type { Document } from '../store/readModels.ts';

/** A document of the collection `channelActivity`; its ID is the channel's. */
export type ChannelActivityDocument = activity.ChannelActivity;

type Change = (known: activity.ChannelActivity | undefined) => activity.ChannelActivity | undefined;

const changed = (document: Document | undefined, change: Change): Document | undefined =>
  change(document as activity.ChannelActivity | undefined) as Document | undefined;

/** The document after one more message. */
export const withMessage = (document: Document | undefined, messageId: MessageId, sentAt: number) =>
  changed(document, (known) => activity.withMessage(known, messageId, sentAt));

/** The document of a channel that messages have left for another one. */
export const withMovedAway = (document: Document | undefined) => changed(document, activity.withMovedAway);

/** The document of a channel that messages have come to. */
export const withMovedIn = (
  document: Document | undefined,
  messageIds: readonly MessageId[],
  movedAt: number,
) => changed(document, (known) => activity.withMovedIn(known, messageIds, movedAt));

/** The document of a channel whose oldest message is another one now. */
export const withBeginning = (document: Document | undefined, beginning: ChannelBeginning) =>
  changed(document, (known) => activity.withBeginning(known, beginning));
