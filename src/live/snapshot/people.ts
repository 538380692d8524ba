/** Everybody of an organization as JSON texts, kept as long as nothing changes about them. */
import type { UserId } from '../../ids.ts';
import {
  acquaintancesOf,
  isBot,
  seesEverybody,
  visibilitiesSeenBy,
} from '../../organization/access/people.ts';
import { type Profile, profileOf } from '../../organization/profileFields.ts';
import type { User } from '../../organization/users.ts';
import { mentionedIn } from '../../wire/mentionNames.ts';
import { type Showing, wireUser } from '../../wire/users.ts';
import { personShown } from '../people.ts';
import { LongList, type SnapshotSource } from './define.ts';

interface Kept {
  readonly profile: Profile;
  /** By what differs from viewer to viewer. */
  readonly texts: Map<string, string>;
}

const kept = new WeakMap<User, Kept>();

interface Taken {
  readonly user: User;
  readonly profile: Profile;
  readonly seesEmail: boolean;
}

/** Active people and bots, and those who are not; each in the order of their IDs, without the organization's own bots. */
export function peopleShownTo(source: SnapshotSource) {
  const { state, viewerId, capabilities } = source;
  const isKnown = knownTo(source);
  const showing = showingFor(source);
  const visible = new Set(visibilitiesSeenBy(state, viewerId));
  const take = (user: User): Taken => ({
    user,
    profile: profileOf(state, user.userId),
    seesEmail: user.userId === viewerId || visible.has(user.settings.emailAddressVisibility),
  });
  const all = [...state.users.byId.values()]
    .filter(({ bot }) => bot?.isSystem !== true)
    .sort((one, other) => one.userId - other.userId);
  const known = all.filter(({ userId }) => isKnown(userId));
  const active = known.filter((user) => user.active).map(take);
  const others = known.filter((user) => !user.active).map(take);
  const hasPlaceholders = viewerId !== null && !capabilities.has('user_list_incomplete');
  const strangers = hasPlaceholders ? all.filter(({ userId }) => !isKnown(userId)) : [];
  return {
    active: new LongList(function* () {
      const text = (taken: Taken) => textOf(taken, showing);
      if (strangers.length === 0) yield* active.map(text);
      else {
        const people = [...active.map((taken) => [taken.user.userId, () => text(taken)] as const)];
        const placeholders = strangers.map(
          ({ userId }) => [userId, () => strangerText(userId, showing)] as const,
        );
        for (const [, write] of [...people, ...placeholders].sort(([one], [other]) => one - other))
          yield write();
      }
    }),
    inactive: new LongList(function* () {
      for (const taken of others) yield textOf(taken, showing);
    }),
  };
}

/** How people are shown to who registers. */
export const showingFor = ({ state, access, host, clientGravatar, viewerId }: SnapshotSource): Showing => ({
  ...{ host, clientGravatar },
  profileData: viewerId !== null,
  isAnonymous: viewerId === null,
  ...(!seesEverybody(state, viewerId) && { reader: access }),
});

/** Where not everybody is known, the acquaintances are asked for together; who is deactivated is asked for alone. */
function knownTo({ state, viewerId, access }: SnapshotSource): (userId: UserId) => boolean {
  if (seesEverybody(state, viewerId) || viewerId === null) return () => true;
  const acquaintances = acquaintancesOf(state, viewerId);
  return (userId) =>
    acquaintances.has(userId) ||
    isBot(state, userId) ||
    (state.users.byId.get(userId)?.active === false && access.seesUser(userId));
}

function textOf({ user, profile, seesEmail }: Taken, showing: Showing): string {
  const { host, clientGravatar, profileData, reader } = showing;
  if (reader !== undefined && mentionsPeople(profile))
    return withoutActivity(personShown(user, profile, seesEmail, showing));
  const key = `${host} ${clientGravatar} ${profileData} ${seesEmail}`;
  const known = kept.get(user);
  const texts = known?.profile === profile ? known.texts : new Map<string, string>();
  if (known?.texts !== texts) kept.set(user, { profile, texts });
  const text = texts.get(key) ?? withoutActivity(personShown(user, profile, seesEmail, showing));
  texts.set(key, text);
  return text;
}

/** Such a profile looks different to readers who may not know everybody. */
const mentionsPeople = (profile: Profile): boolean =>
  Object.values(profile).some(({ renderedValue = '' }) => mentionedIn(renderedValue).length > 0);

const strangerText = (userId: UserId, showing: Showing): string => {
  const { bot_type: _type, bot_owner_id: _owner, ...person } = wireUser({ userId, isHidden: true }, showing);
  return withoutActivity(person);
};

/** Which of the two lists somebody is in says it. */
const withoutActivity = <Person extends { readonly is_active: boolean }>(person: Person): string => {
  const { is_active: _, ...others } = person;
  return JSON.stringify(others);
};
