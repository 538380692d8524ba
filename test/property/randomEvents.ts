/** Events that change listed objects, beside those of the commands of a history. */
import fc from 'fast-check';
import type { DomainEvent } from '../../src/events/define.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { example } from '../support/examples.ts';

type Pick = <Thing>(things: Iterable<Thing>) => Thing | undefined;
type Happens = (state: OrganizationState, pick: Pick, text: string) => DomainEvent | undefined;

/** Something about a thing, if there is one. */
const about = <Thing>(
  things: (state: OrganizationState) => Iterable<Thing>,
  event: (thing: Thing, text: string, state: OrganizationState, pick: Pick) => DomainEvent,
): Happens => {
  return (state, pick, text) => {
    const thing = pick(things(state));
    return thing && event(thing, text, state, pick);
  };
};

const people = ({ users }: OrganizationState) => users.byId.values();
const channels = ({ channels: { byId } }: OrganizationState) => byId.values();
const folders = ({ channelFolders: { byId } }: OrganizationState) => byId.values();
const scheduled = ({ scheduledMessages: { byId } }: OrganizationState) => byId.values();
const subscriptions = (state: OrganizationState) =>
  [...state.subscriptions.channelsOf.entries()].flatMap(([userId, channelIds]) =>
    [...channelIds].map((channelId) => ({ userId, channelId })),
  );

const HAPPENINGS = {
  userRenamed: about(people, ({ userId, fullName: oldFullName }, text) =>
    example.userRenamed({ userId, oldFullName, newFullName: text }),
  ),
  userEmailChanged: about(people, ({ userId, email: oldEmail }, text) =>
    example.userEmailChanged({ userId, oldEmail, newEmail: `${text.length}${userId}@example.com` }),
  ),
  timeZoneSet: about(people, ({ userId, settings: { timezone: oldValue } }, text) =>
    example.personalSettingChanged({ userId, oldValue, newValue: `Etc/GMT+${text.length}` }),
  ),
  otherSettingChanged: about(people, ({ userId, settings }) =>
    example.personalSettingChanged({
      userId,
      property: 'presenceEnabled',
      oldValue: settings.presenceEnabled,
      newValue: !settings.presenceEnabled,
    }),
  ),
  botOwnerChanged: about(
    (state) => [...people(state)].filter(({ bot }) => bot !== null),
    ({ userId: botId, bot }, _, state, pick) =>
      example.botOwnerChanged({
        botId,
        oldOwnerId: bot?.ownerId ?? null,
        newOwnerId: pick(people(state))!.userId,
      }),
  ),
  channelDescribed: about(channels, ({ channelId, name, description }, text) =>
    example.channelDescribed({
      channelId,
      name,
      oldDescription: description,
      newDescription: text,
      newRenderedDescription: `<p>${text}</p>`,
    }),
  ),
  channelRetentionChanged: about(channels, ({ channelId, name, messageRetentionDays: oldDays }, text) =>
    example.channelRetentionChanged({ channelId, name, oldDays, newDays: text.length }),
  ),
  channelTopicsPolicyChanged: about(channels, ({ channelId, name, topicsPolicy: oldPolicy }) =>
    example.channelTopicsPolicyChanged({ channelId, name, oldPolicy }),
  ),
  channelMovedToFolder: about(channels, ({ channelId, name, folderId }, _, state, pick) =>
    example.channelMovedToFolder({
      channelId,
      name,
      oldFolderId: folderId,
      newFolderId: pick(folders(state))?.folderId ?? null,
    }),
  ),
  defaultChanged: about(channels, ({ channelId }, _, state) => {
    const before = state.channels.defaultIds.get();
    return before.includes(channelId)
      ? example.defaultChannelRemoved({
          channelId,
          defaultChannelIds: before.filter((other) => other !== channelId),
        })
      : example.defaultChannelAdded({ channelId, defaultChannelIds: [...before, channelId] });
  }),
  folderCreated: ({ channelFolders: { nextFolderId, order } }, _, text) => {
    const folderId = nextFolderId.get();
    const name = `${text}${folderId}`;
    return example.channelFolderCreated({ folderId, order: order.get().length, name, description: text });
  },
  folderRenamed: about(folders, ({ folderId, name: oldName }, text) =>
    example.channelFolderRenamed({ folderId, oldName, newName: `${text}${folderId}` }),
  ),
  folderDescribed: about(folders, ({ folderId }, text) =>
    example.channelFolderDescribed({ folderId, description: text }),
  ),
  folderArchived: about(folders, ({ folderId, archived }) =>
    archived ? example.channelFolderUnarchived({ folderId }) : example.channelFolderArchived({ folderId }),
  ),
  foldersReordered: ({ channelFolders: { order } }) => {
    const [first, ...others] = order.get();
    return first && example.channelFoldersReordered({ folderIds: [...others, first] });
  },
  emojiAdded({ emoji: { nextEmojiId } }) {
    const emojiId = nextEmojiId.get();
    return example.customEmojiAdded({ emojiId, name: `e${emojiId}` });
  },
  emojiDeactivated: about(
    ({ emoji: { byId } }) => [...byId.values()].filter(({ deactivated }) => !deactivated),
    ({ emojiId, name }) => example.customEmojiDeactivated({ emojiId, name }),
  ),
  channelMuted: about(subscriptions, ({ userId, channelId }, text) =>
    example.subscriptionSettingChanged({
      userId,
      channelId,
      oldValue: text.length < 4,
      newValue: text.length >= 4,
    }),
  ),
  channelColored: about(subscriptions, ({ userId, channelId }, text) =>
    example.subscriptionSettingChanged({
      userId,
      channelId,
      property: 'color',
      oldValue: '#000000',
      newValue: `#00000${text.length}`,
    }),
  ),
  topicPolicySet: about(people, ({ userId }, text, state, pick) =>
    example.topicPolicySet({
      userIds: [userId],
      channelId: pick(channels(state))!.channelId,
      topic: ['a', 'A', 'b'][text.length % 3]!,
      newPolicy: (['none', 'muted', 'unmuted', 'followed'] as const)[text.charCodeAt(0) % 4]!,
    }),
  ),
  messageScheduled: about(people, ({ userId: authorId }, text, { scheduledMessages: { nextId } }) => {
    const scheduledMessageId = nextId.get();
    return text.length % 2 === 0
      ? example.messageScheduled({ scheduledMessageId, authorId })
      : example.messageScheduled({ scheduledMessageId, authorId, participantIds: [1, authorId] });
  }),
  scheduledMessageEdited: about(scheduled, ({ scheduledMessageId, authorId }, text) =>
    example.scheduledMessageEdited({ scheduledMessageId, authorId, topic: text }),
  ),
  scheduledSendStarted: about(
    (state) => [...scheduled(state)].filter(({ status }) => status === 'pending'),
    ({ scheduledMessageId, authorId }) => example.scheduledSendStarted({ scheduledMessageId, authorId }),
  ),
  scheduledSendFailed: about(scheduled, ({ scheduledMessageId, authorId, deliverAt, conversation }) => {
    const { kind: _, ...to } = conversation;
    return example.scheduledSendFailed({ scheduledMessageId, authorId, deliverAt, ...to });
  }),
  scheduledMessageSent: about(scheduled, ({ scheduledMessageId, authorId }) =>
    example.scheduledMessageSent({ scheduledMessageId, authorId }),
  ),
  scheduledMessageDeleted: about(scheduled, ({ scheduledMessageId, authorId }) =>
    example.scheduledMessageDeleted({ scheduledMessageId, authorId }),
  ),
} satisfies Record<string, Happens>;

/** An event to generate, for the n-th object that it can happen to. */
export const happening = fc.record({
  does: fc.constantFrom(...(Object.keys(HAPPENINGS) as (keyof typeof HAPPENINGS)[])),
  index: fc.nat(20),
  text: fc.string({ minLength: 1, maxLength: 8 }),
});
export type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** The event, if it can happen. */
export function eventOf(state: OrganizationState, { does, index, text }: Happening): DomainEvent | undefined {
  const pick: Pick = (things) => {
    const all = [...things];
    return all[index % all.length];
  };
  return HAPPENINGS[does](state, pick, text);
}
