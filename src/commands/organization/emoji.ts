/** Decisions about custom emoji, and looking up emoji. */
import { NotFound, Refused, requireThat } from '../../base/errors.ts';
import { newEvent } from '../../events/catalog.ts';
import type { EmojiId, ImageType } from '../../events/emoji.ts';
import { EXTRA_EMOJI } from '../../events/reactions.ts';
import { canAddEmoji, canDeactivateEmoji, canOverrideEmoji } from '../../organization/access/files.ts';
import { customEmojiByName } from '../../organization/slices/emoji.ts';
import type { ReactionFact } from '../../organization/slices/messageFacts.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command } from '../define.ts';
import { refuseTooManyEmoji } from '../structureLimits.ts';

/** The Unicode emoji that the server knows. Codes are lower-case hex code points joined by `-`. */
export interface EmojiTable {
  codeOf(name: string): string | undefined;
  namesOf(code: string): readonly string[];
}

/** Identifies an emoji. */
export type Emoji = Pick<ReactionFact, 'emojiName' | 'emojiCode' | 'reactionType'>;

/** The emoji with a name: custom, the extra one, or Unicode, in this order. */
export function emojiByName(organization: OrganizationState, table: EmojiTable, emojiName: string): Emoji {
  const custom = customEmojiByName(organization, emojiName);
  if (custom) return { emojiName, emojiCode: String(custom.emojiId), reactionType: 'realm_emoji' };
  if (emojiName === EXTRA_EMOJI)
    return { emojiName, emojiCode: EXTRA_EMOJI, reactionType: 'service_extra_emoji' };
  const emojiCode = table.codeOf(emojiName);
  if (emojiCode === undefined) throw new Refused(`Emoji '${emojiName}' does not exist`);
  return { emojiName, emojiCode, reactionType: 'unicode_emoji' };
}

/** Refuses a code that its type does not have, a name that the code does not have, and deactivated emoji. */
export function checkEmoji(organization: OrganizationState, table: EmojiTable, emoji: Emoji): void {
  const { emojiName, emojiCode, reactionType } = emoji;
  if (reactionType === 'realm_emoji') return checkCustomEmoji(organization, emoji);
  const extraNames = emojiCode === EXTRA_EMOJI ? [EXTRA_EMOJI] : [];
  const names = reactionType === 'unicode_emoji' ? table.namesOf(emojiCode) : extraNames;
  requireThat(names.length > 0, 'Invalid emoji code.');
  requireThat(names.includes(emojiName), 'Invalid emoji name.');
}

function checkCustomEmoji({ emoji }: OrganizationState, { emojiName, emojiCode }: Emoji): void {
  const custom = /^[1-9]\d{0,14}$/.test(emojiCode) ? emoji.byId.get(Number(emojiCode) as EmojiId) : undefined;
  requireThat(custom !== undefined, 'Invalid custom emoji.');
  requireThat(custom.name === emojiName, 'Invalid custom emoji name.');
  requireThat(!custom.deactivated, 'This custom emoji has been deactivated.');
}

interface AddEmojiInput {
  readonly name: string;
  /** As it is kept: made from what was uploaded, without its metadata. */
  readonly picture: { readonly imageType: ImageType; readonly bytes: Uint8Array };
  readonly emoji: EmojiTable;
}

/** Adds a custom emoji under an unused name. */
export const addCustomEmoji = command<AddEmojiInput, void>({
  name: 'AddCustomEmoji',
  decide(organization, { name: given, picture, emoji }, context) {
    const { actor } = context;
    const name = checkedEmojiName(given);
    const mayAdd = actor !== null && canAddEmoji(organization, actor);
    requireThat(mayAdd, 'Insufficient permission');
    const taken = customEmojiByName(organization, name) !== undefined;
    requireThat(!taken, 'A custom emoji with this name already exists.');
    const overrides = name === EXTRA_EMOJI || emoji.codeOf(name) !== undefined;
    requireThat(
      !overrides || canOverrideEmoji(organization, actor),
      'Only administrators can override default emoji.',
    );
    refuseTooManyEmoji(organization, context);
    const { imageType, bytes } = picture;
    const image = Buffer.from(bytes).toString('base64');
    const emojiId = organization.emoji.nextEmojiId.get();
    return done(newEvent('CustomEmojiAdded', { emojiId, name, authorId: actor, imageType, image }));
  },
});

/** A name as it is stored: spaces become underscores. */
function checkedEmojiName(given: string): string {
  const name = given.trim().replaceAll(' ', '_');
  requireThat(
    /^[0-9a-z_-]+$/.test(name),
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
  );
  requireThat(/[0-9a-z]$/.test(name), 'Emoji names must end with either a letter or digit.');
  return name;
}

/** The refusal of bytes that are no picture. */
export const undecodableImage = (): Refused =>
  new Refused('Could not decode image; did you upload an image file?', 'BAD_IMAGE');

/** Deactivates a custom emoji; where it was used it is still shown. */
export const deactivateCustomEmoji = command<{ readonly name: string }, void>({
  name: 'DeactivateCustomEmoji',
  decide(organization, { name }, { actor }) {
    const custom = customEmojiByName(organization, name);
    if (custom === undefined) throw new NotFound(`Emoji '${name}' does not exist`);
    requireThat(
      canDeactivateEmoji(organization, actor, custom),
      'Must be an organization administrator or emoji author',
    );
    return done(newEvent('CustomEmojiDeactivated', { emojiId: custom.emojiId, name }));
  },
});
