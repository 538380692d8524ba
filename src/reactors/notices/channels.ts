/** Notices about changes of channels, and announcements of new ones. */
import type { ChannelId } from '../../base/ids.ts';
import type { OrganizationEvents } from '../../events/catalog.ts';
import type { ChannelPrivacy, TopicsPolicy } from '../../events/channels.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  type EventOf,
  holdersText,
  inChannel,
  linkText,
  literal,
  type Notice,
  type NoticesOf,
  personText,
  quoted,
} from './define.ts';

const CHANNEL_EVENTS = 'channel events';
const NEW_CHANNELS = 'new channels';

const POLICIES: Readonly<Record<TopicsPolicy, string>> = {
  inherit: 'as in the whole organization',
  allow_empty_topic: 'messages with and without a topic',
  disable_empty_topic: 'messages with a topic only',
  empty_topic_only: 'messages without a topic only',
};

function visibilityText(privacy: ChannelPrivacy, historyPublicToSubscribers: boolean): string {
  if (privacy === 'web-public') return 'Web-public';
  if (privacy === 'public') return 'Public';
  return historyPublicToSubscribers ? 'Private with shared history' : 'Private with protected history';
}

/** A notice in the channel itself, if the organization wants such messages. */
const aboutItself = (
  organization: OrganizationState,
  channelId: ChannelId,
  notice: Omit<Notice, 'to' | 'about'>,
): readonly Notice[] =>
  settingsOf(organization).sendChannelEventsMessages
    ? inChannel(organization, channelId, CHANNEL_EVENTS, { ...notice, about: 'channel' })
    : [];

/** A change of a channel by somebody. */
const change =
  <Type extends ChannelChange>(
    text: (data: OrganizationEvents[Type], organization: OrganizationState) => string,
  ) =>
  (event: EventOf<Type>, organization: OrganizationState): readonly Notice[] => {
    const content = `${personText(organization, event.metadata.actor)} ${text(event.data, organization)}`;
    return aboutItself(organization, event.data.channelId, { content });
  };
type ChannelChange = Extract<keyof OrganizationEvents, `Channel${string}`> & keyof ChannelSubjects;
type ChannelSubjects = {
  [
    Type in keyof OrganizationEvents as OrganizationEvents[Type] extends { channelId: ChannelId }
      ? Type
      : never
  ]: true;
};

function creation({ data }: EventOf<'ChannelCreated'>, organization: OrganizationState): readonly Notice[] {
  const { channelId, creatorId, privacy, historyPublicToSubscribers, description } = data;
  const kind = visibilityText(privacy, historyPublicToSubscribers);
  const creator = personText(organization, creatorId);
  const content = `${kind} channel created by ${creator}. **Description:**\n\n${quoted(description)}`;
  return aboutItself(organization, channelId, { content, ...(creatorId !== null && { readBy: creatorId }) });
}

/** One notice for all channels created together. */
function announcement(
  { data: { announcedTogether = [], creatorId } }: EventOf<'ChannelCreated'>,
  organization: OrganizationState,
): readonly Notice[] {
  const { announcementChannelId } = settingsOf(organization);
  if (announcementChannelId === null || announcedTogether.length === 0) return [];
  const creator = personText(organization, creatorId);
  const links = announcedTogether.map((channelId) => linkText(organization, channelId));
  const content =
    links.length === 1
      ? `${creator} created a new channel: ${links.join()}.`
      : `${creator} created new channels:\n\n${links.map((link) => `* ${link}`).join('\n')}`;
  return inChannel(organization, announcementChannelId, NEW_CHANNELS, { about: 'announcement', content });
}

export const channelNotices = {
  ChannelCreated: (event, organization) => [
    ...creation(event, organization),
    ...announcement(event, organization),
  ],
  ChannelRenamed: change<'ChannelRenamed'>(
    ({ oldName, newName }) => `renamed this channel from **${literal(oldName)}** to **${literal(newName)}**.`,
  ),
  ChannelDescribed: change<'ChannelDescribed'>(
    ({ oldDescription, newDescription }) =>
      `changed the description of this channel.\n\n**Before:**\n\n${quoted(oldDescription)}\n\n**Now:**\n\n${quoted(newDescription)}`,
  ),
  ChannelPrivacyChanged: change<'ChannelPrivacyChanged'>((data) => {
    const before = visibilityText(data.oldPrivacy, data.oldHistoryPublicToSubscribers);
    const now = visibilityText(data.newPrivacy, data.newHistoryPublicToSubscribers);
    return `changed who can see this channel from **${before}** to **${now}**.`;
  }),
  ChannelPermissionChanged: (event, organization) =>
    event.data.permission === 'canSendMessage' ? postingPermission(event, organization) : [],
  ChannelTopicsPolicyChanged: change<'ChannelTopicsPolicyChanged'>(
    ({ oldPolicy, newPolicy }) =>
      `changed what this channel takes from **${POLICIES[oldPolicy]}** to **${POLICIES[newPolicy]}**.`,
  ),
  ChannelArchived: change<'ChannelArchived'>(() => 'archived this channel.'),
  ChannelUnarchived: change<'ChannelUnarchived'>(() => 'unarchived this channel.'),
} as const satisfies NoticesOf;

const postingPermission = change<'ChannelPermissionChanged'>(({ oldValue, newValue }, organization) => {
  const [before, now] = [holdersText(organization, oldValue), holdersText(organization, newValue)];
  return `changed who can post in this channel.\n\n* **Before:** ${before}\n* **Now:** ${now}`;
});
