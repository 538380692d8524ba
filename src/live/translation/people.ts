/** Client events of limited guests who get to know people. */
import type { UserId } from '../../base/ids.ts';
import { accessOf } from '../../organization/access/access.ts';
import { seesEverybody } from '../../organization/access/people.ts';
import { Bitset } from '../../organization/containers/bitset.ts';
import { type Profile, profileOf } from '../../organization/slices/profileFields.ts';
import type { User } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  isEmailPublic,
  type Person,
  type PersonChange,
  type UserViewOptions,
  wireUser,
} from '../../wire/users.ts';
import { everybody, filterAudience, userViewers } from './audiences.ts';
import { type AddressedPayload, type Audience, type LiveTransition, payloadTo } from './define.ts';

/** With more changes than this at once, clients must register again. */
export const MAX_PEOPLE_EVENTS = 200;

/** Active guests who may not know everybody. */
export const limitedGuests = (organization: OrganizationState): Audience =>
  everybody(organization).difference(seesEverybody.holders(organization));

/** Introduces people to limited guests who now may know them. */
export const peopleRevealed = (
  moment: LiveTransition,
  userIds: Iterable<UserId>,
): readonly AddressedPayload[] =>
  acquaintances(moment, userIds, ({ before, after }, userId) =>
    personAdded(moment, userId, userViewers(after, userId).difference(userViewers(before, userId))),
  );

/** Removes people from limited guests who no longer may know them. */
export const peopleHidden = (
  moment: LiveTransition,
  userIds: Iterable<UserId>,
): readonly AddressedPayload[] =>
  acquaintances(moment, userIds, ({ before, after }, userId) => {
    const lost = userViewers(before, userId).difference(userViewers(after, userId));
    const fullName = after.users.byId.get(userId)?.fullName ?? '';
    const person = { user_id: userId, full_name: fullName };
    return payloadTo(lost.intersection(everybody(after)), { type: 'realm_user', op: 'remove', person });
  });

function acquaintances(
  moment: LiveTransition,
  userIds: Iterable<UserId>,
  payloadsFor: (moment: LiveTransition, userId: UserId) => readonly AddressedPayload[],
): readonly AddressedPayload[] {
  if (limitedGuests(moment.after).size === 0) return [];
  return [...Bitset.of(userIds)].flatMap((userId) => payloadsFor(moment, userId));
}

/** A new person for an audience; the address is included for those who may see it. */
export function personAdded(
  { after, host }: LiveTransition,
  userId: UserId,
  to: Audience,
): readonly AddressedPayload[] {
  const user = after.users.byId.get(userId);
  if (user === undefined) return [];
  const informed = emailViewers(after, user, to);
  const added = (audience: Audience, seesEmail: boolean): readonly AddressedPayload[] =>
    payloadTo(
      audience,
      { type: 'realm_user', op: 'add', person: personOf(after, user, host, seesEmail) },
      isEmailPublic(user) ? { isPictureKnown: true } : {},
    );
  return [...added(informed, true), ...added(to.difference(informed), false)];
}

/** A change of a person, for everybody who may know them. */
export function personUpdated(
  { after }: LiveTransition,
  userId: UserId,
  change: (user: User) => DistributiveOmit<PersonChange, 'user_id'>,
): readonly AddressedPayload[] {
  const user = after.users.byId.get(userId);
  if (user === undefined) return [];
  const person = { user_id: userId, ...change(user) };
  return payloadTo(userViewers(after, userId), { type: 'realm_user', op: 'update', person });
}

/** A union of shapes, each without a field. */
type DistributiveOmit<Shape, Field extends PropertyKey> = Shape extends unknown ? Omit<Shape, Field> : never;

/** The members of an audience who may see a person's address. */
export const emailViewers = (organization: OrganizationState, user: User, to: Audience): Audience =>
  filterAudience(to, (viewerId) => accessOf(organization, viewerId).seesEmailOf(user));

function personOf(organization: OrganizationState, user: User, host: string, seesEmail: boolean): Person {
  const showing = { host, clientGravatar: false, profileData: true, isAnonymous: false };
  return personFields(user, profileOf(organization, user.userId), seesEmail, showing);
}

/** A person in client events; only bots have a type and an owner. */
export function personFields(
  user: User,
  profile: Profile,
  seesEmail: boolean,
  showing: UserViewOptions,
): Person {
  const { active: isActive, createdAt: joinedAt, settings } = user;
  const known = { isActive, joinedAt, timezone: settings.timezone, isHidden: false as const };
  const shown = Object.assign({}, user, known, { seesEmail, profile });
  const { bot_type: type, bot_owner_id: ownerId, ...person } = wireUser(shown, showing);
  return user.bot === null ? person : { ...person, bot_type: type, bot_owner_id: ownerId };
}
