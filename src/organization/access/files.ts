/** Who may read an uploaded file: its owner, and everybody who may read a message that shows it. */
import type { ChannelId } from '../../base/ids.ts';
import { Bitset } from '../containers/bitset.ts';
import type { CustomEmoji } from '../slices/emoji.ts';
import type { ShowingMessage, UploadedFile } from '../slices/files.ts';
import type { OrganizationState } from '../state.ts';
import { hasContentAccess, sharesHistory } from './channels.ts';
import { displayName } from './explanation.ts';
import { canReadMessage } from './messages.ts';
import {
  type Actor,
  allOf,
  anyOf,
  condition,
  hasPermission,
  isActive,
  isAdministrator,
  permission,
  type Rule,
} from './rules.ts';

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

// Who may add and deactivate custom emoji.

export const canAddEmoji = hasPermission('can_add_custom_emoji_group', 'add custom emoji');
/** Giving a custom emoji the name of a built-in one. */
export const canOverrideEmoji = isAdministrator;

const isAuthor = condition<[CustomEmoji]>(
  ({ who, holds }, { name }) => `${who} ${holds ? 'added' : 'did not add'} the emoji ${name}`,
  (_organization, actor, { authorId }) => actor === authorId,
);
/** An administrator, or the person who added it. */
export const canDeactivateEmoji: Rule<[CustomEmoji]> = permission(
  ({ name }) => `deactivate the emoji ${name}`,
  anyOf<[CustomEmoji]>(isAdministrator, allOf<[CustomEmoji]>(isActive, isAuthor)),
);
