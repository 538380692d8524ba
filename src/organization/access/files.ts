/** Who may read an uploaded file: its owner, and everybody who may read a message that shows it. */
import type { ChannelId } from '../../ids.ts';
import { Bitset } from '../bitset.ts';
import type { ShowingMessage, UploadedFile } from '../files.ts';
import type { OrganizationState } from '../state.ts';
import { hasContentAccess, sharesHistory } from './channels.ts';
import { canReadMessage } from './messages.ts';
import { displayName } from './explanation.ts';
import { type Actor, anyOf, condition, permission, type Rule } from './rules.ts';

type FileRule = Rule<[file: UploadedFile]>;

const isItsOwner: FileRule = condition<[UploadedFile]>(
  ({ organization, who, holds }, { ownerId }) =>
    holds ? `${who} uploaded the file` : `it was ${displayName(organization, ownerId)} who uploaded the file`,
  (_organization, actor, { ownerId }) => actor === ownerId,
  (_organization, { ownerId }) => Bitset.of([ownerId]),
);

const readsWhereItIsShown: FileRule = condition<[UploadedFile]>(
  ({ who, holds }) => `${who} may ${holds ? '' : 'not '}read a message that shows the file`,
  (organization, actor, file) => messagesShowing(organization, file).some(readableBy(organization, actor)),
);

/** Reading a file. */
export const canReadFile: FileRule = permission(
  ({ name }) => `read the file ${name}`,
  anyOf<[UploadedFile]>(isItsOwner, readsWhereItIsShown),
);

const messagesShowing = (
  { files }: OrganizationState,
  { shownIn }: UploadedFile,
): readonly ShowingMessage[] => shownIn.flatMap((messageId) => files.showing.get(messageId) ?? []);

/** Asks each channel once: in most of them all messages can be read, or none. */
function readableBy(organization: OrganizationState, actor: Actor): (message: ShowingMessage) => boolean {
  const verdicts = new Map<ChannelId, boolean | undefined>();
  const verdictIn = (channelId: ChannelId): boolean | undefined => {
    const channel = organization.channels.byId.get(channelId);
    if (channel === undefined || !hasContentAccess(organization, actor, channel)) return false;
    return sharesHistory(organization, actor, channel) ? true : undefined;
  };
  return (message) => {
    const { channelId } = message;
    if (channelId === undefined) return canReadMessage(organization, actor, message);
    if (!verdicts.has(channelId)) verdicts.set(channelId, verdictIn(channelId));
    return verdicts.get(channelId) ?? canReadMessage(organization, actor, message);
  };
}
