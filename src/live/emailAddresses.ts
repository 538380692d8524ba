/** What clients are told of e-mail addresses, and of the pictures that belong to them. */
import type { UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { User } from '../organization/users.ts';
import {
  publicEmailOf,
  avatarUrlOf,
  avatarSource,
  avatarVersion,
  isEmailPublic,
  isGravatar,
  placeholderEmail,
} from '../wire/users.ts';
import { userViewers } from './audiences.ts';
import { type Audience, type LiveTransition, payloadTo, type AddressedPayload } from './define.ts';
import { emailViewers, personUpdated } from './people.ts';

/** Another address or another audience of it: the real one for those who may see it, the placeholder for the others. */
export function emailChanges(moment: LiveTransition, userId: UserId): readonly AddressedPayload[] {
  const { before, after, host } = moment;
  const [old, user] = [before.users.byId.get(userId), after.users.byId.get(userId)];
  if (old === undefined || user === undefined) return [];
  const saw = seersOfAddress(before, old);
  const see = seersOfAddress(after, user);
  const informed = old.email === user.email ? see.difference(saw) : see;
  const uninformed = saw.difference(see);
  // Some clients compute a picture while the address is public, and are told of it when that ends.
  const isRevealed = isEmailPublic(old) !== isEmailPublic(user);
  return [
    ...picture(moment, user, true, isRevealed ? see : informed),
    ...picture(moment, user, false, isRevealed ? userViewers(after, userId).difference(see) : uninformed),
    ...address(user, true, informed),
    ...address(user, false, uninformed),
    ...(publicEmailOf(old, host) === publicEmailOf(user, host)
      ? []
      : personUpdated(moment, userId, () => ({ new_email: publicEmailOf(user, host) }))),
  ];
}

/** Another picture, or none any more: then that of the address, for those who may see it, or of the placeholder. */
export function pictureChanges(moment: LiveTransition, userId: UserId): readonly AddressedPayload[] {
  const user = moment.after.users.byId.get(userId);
  if (user === undefined) return [];
  const see = seersOfAddress(moment.after, user);
  const others = userViewers(moment.after, userId).difference(see);
  return [...picture(moment, user, true, see), ...picture(moment, user, false, others)];
}

/** The address of somebody, or that it is hidden now, with the picture that belongs to it. */
export const emailPayloads = (
  moment: LiveTransition,
  user: User,
  isSeen: boolean,
  to: Audience,
): readonly AddressedPayload[] => [...picture(moment, user, isSeen, to), ...address(user, isSeen, to)];

function address({ userId, email }: User, isSeen: boolean, to: Audience): readonly AddressedPayload[] {
  const person = { user_id: userId, delivery_email: isSeen && email !== '' ? email : null };
  return payloadTo(to, { type: 'realm_user', op: 'update', person });
}

function picture(
  { host }: LiveTransition,
  user: User,
  isSeen: boolean,
  to: Audience,
): readonly AddressedPayload[] {
  const address = isSeen ? user.email : placeholderEmail(user.userId, host);
  const url = avatarUrlOf(user, address);
  const person = {
    user_id: user.userId,
    avatar_source: avatarSource(user),
    avatar_url: url,
    avatar_url_medium: avatarUrlOf(user, address, true),
    avatar_version: avatarVersion(user),
  };
  return payloadTo(
    to,
    { type: 'realm_user', op: 'update', person },
    isEmailPublic(user) && isGravatar(url) ? { isPictureKnown: true } : {},
  );
}

const seersOfAddress = (organization: OrganizationState, user: User): Audience =>
  emailViewers(organization, user, userViewers(organization, user.userId));
