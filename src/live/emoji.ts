/** Client events of custom emoji. */
import type { EmojiId } from '../events/emoji.ts';
import type { OrganizationState } from '../organization/state.ts';
import { wireEmoji } from '../wire/emoji.ts';
import { everybody } from './audiences.ts';
import { payloadTo, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const emojiLive = translate({
  CustomEmojiAdded: ({ data: { emojiId } }, { after }) =>
    emojiShown(after, emojiId).flatMap((emoji) =>
      payloadTo(everybody(after), { type: 'realm_emoji', op: 'add', emoji }, { instead: wholeMap(after) }),
    ),
  CustomEmojiDeactivated: ({ data: { emojiId } }, { after }) =>
    payloadTo(
      everybody(after),
      { type: 'realm_emoji', op: 'update_one', emoji_id: String(emojiId), data: { deactivated: true } },
      { instead: wholeMap(after) },
    ),
});

const emojiShown = (organization: OrganizationState, emojiId: EmojiId) => {
  const emoji = organization.emoji.byId.get(emojiId);
  return emoji ? [wireEmoji(organization.organizationId, emoji)] : [];
};

/** For clients that do not support single changes: all custom emoji, deactivated ones included. */
const wholeMap = (organization: OrganizationState) => ({
  without: 'individual_emoji_changes' as const,
  payloads: [{ type: 'realm_emoji' as const, op: 'update' as const, realm_emoji: emojiById(organization) }],
});

const emojiById = (organization: OrganizationState) => {
  const all = [...organization.emoji.byId.keys()].flatMap((emojiId) => emojiShown(organization, emojiId));
  return Object.fromEntries(all.map((emoji) => [emoji.id, emoji]));
};

export const emojiSnapshot = snapshot({
  realm_emoji: ({ state }) => ({ realm_emoji: emojiById(state) }),
});
