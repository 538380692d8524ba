/** People, reactions and submessages of a message on the wire. */
import { z } from 'zod';
import type { UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { UNKNOWN_USER } from './mentionNames.ts';
import { publicEmailOf, placeholderEmail } from './users.ts';
import { plainEventShape, eventShape } from './row.ts';
import { named } from './named.ts';

export const Recipient = named(
  'MessageRecipient',
  z.strictObject({
    id: z.int(),
    email: z.string(),
    full_name: z.string(),
    is_mirror_dummy: z.boolean(),
  }),
);

export const Reaction = named(
  'Reaction',
  z.strictObject({
    emoji_name: z.string(),
    emoji_code: z.string(),
    reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji']),
    user_id: z.int(),
  }),
);

export const Submessage = named(
  'Submessage',
  z.strictObject({
    id: z.int(),
    message_id: z.int(),
    sender_id: z.int(),
    msg_type: z.string(),
    content: z.string(),
  }),
);

/** A person as conversations show them. */
export function personOf(
  organization: OrganizationState,
  userId: UserId,
  host: string,
): z.infer<typeof Recipient> {
  const user = organization.users.byId.get(userId);
  const email = user ? publicEmailOf(user, host) : '';
  return { id: userId, email, full_name: user?.fullName ?? '', is_mirror_dummy: false };
}

/** A person as shown to viewers who may not know them. */
export const unknownPerson = (userId: UserId, host: string): z.infer<typeof Recipient> => ({
  id: userId,
  email: placeholderEmail(userId, host),
  full_name: UNKNOWN_USER,
  is_mirror_dummy: false,
});

const reaction = { message_id: z.int(), ...Reaction.shape } as const;

/** Client events of reactions and submessages. */
export const reactionPayloads = {
  'reaction/add': eventShape('reaction', 'add', reaction),
  'reaction/remove': eventShape('reaction', 'remove', reaction),
  submessage: plainEventShape('submessage', {
    message_id: z.int(),
    submessage_id: z.int(),
    sender_id: z.int(),
    msg_type: z.literal('widget'),
    content: z.string(),
  }),
} as const;
