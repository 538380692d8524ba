/** People as JSON texts. Pieces shared by many viewers are cached. */
import type { UserId } from '../../ids.ts';
import {
  visiblePeopleOf,
  isBot,
  seesEverybody,
  visibilitiesSeenBy,
} from '../../organization/access/people.ts';
import { profileOf } from '../../organization/profileFields.ts';
import { type UserViewOptions, wireUser } from '../../wire/users.ts';
import { personFields } from '../people.ts';
import { LongList, type SnapshotSource } from './define.ts';
import { type PeoplePiece, cachedPeople, type PersonAtLookup } from './readyPeople.ts';

/** Active and deactivated people and bots, each sorted by ID, without the organization's own bots. */
export const peopleShownTo = (source: SnapshotSource) =>
  source.viewerId === null || seesEverybody(source.state, source.viewerId)
    ? everybodyShownTo(source)
    : acquaintancesShownTo(source);

function everybodyShownTo(source: SnapshotSource) {
  const { state, viewerId } = source;
  const textOf = writing(source);
  const visible = visibilitiesSeenBy(state, viewerId);
  const pieces = cachedPeople(state, classOf(source, visible), textOf.others).taken();
  const me = viewerId === null ? undefined : state.users.byId.get(viewerId);
  // Other viewers of the same class do not see this address.
  const own = me && !visible.includes(me.settings.emailAddressVisibility) ? me : undefined;
  const listed = (all: readonly PeoplePiece[]) =>
    new LongList(function* () {
      for (const piece of all)
        if (piece.people.some(({ user }) => user === own)) yield* piece.people.map(textOf.anybody);
        else if (piece.people.length > 0) yield* piece.parts();
    });
  const all = Object.values(pieces);
  return {
    active: listed(all.map(({ active }) => active)),
    inactive: listed(all.map(({ inactive }) => inactive)),
  };
}

/** Everything that the form of other people depends on. */
const classOf = ({ host, clientGravatar, viewerId }: SnapshotSource, visible: readonly number[]): string =>
  JSON.stringify([host, clientGravatar, viewerId === null, visible]);

/** Clients may request unknown people among the active ones, without identity. */
function acquaintancesShownTo(source: SnapshotSource) {
  const { state, capabilities } = source;
  const isKnown = knownTo(source);
  const showing = showingFor(source);
  const { anybody } = writing(source);
  const all = [...state.users.byId.values()]
    .filter(({ bot }) => bot?.isSystem !== true)
    .sort((one, other) => one.userId - other.userId)
    .map((user) => ({ user, isKnown: isKnown(user.userId), profile: profileOf(state, user.userId) }));
  const hasPlaceholders = !capabilities.has('user_list_incomplete');
  const active = all.filter(({ user, isKnown }) => (isKnown ? user.active : hasPlaceholders));
  const inactive = all.filter(({ user, isKnown }) => isKnown && !user.active);
  return {
    active: new LongList(function* () {
      for (const person of active)
        yield person.isKnown ? anybody(person) : strangerText(person.user.userId, showing);
    }),
    inactive: new LongList(() => inactive.map(anybody)),
  };
}

/** How people are serialized: others, and anybody including the viewer. */
function writing(source: SnapshotSource) {
  const { state, viewerId } = source;
  const showing = showingFor(source);
  const visible = new Set(visibilitiesSeenBy(state, viewerId));
  const write = ({ user, profile }: PersonAtLookup, seesEmail: boolean): string =>
    withoutActivity(personFields(user, profile, seesEmail, showing));
  const others = (person: PersonAtLookup): string =>
    write(person, visible.has(person.user.settings.emailAddressVisibility));
  const anybody = (person: PersonAtLookup): string =>
    person.user.userId === viewerId ? write(person, true) : others(person);
  return { others, anybody };
}

/** How people are shown to the viewer. */
export const showingFor = ({
  state,
  access,
  host,
  clientGravatar,
  viewerId,
}: SnapshotSource): UserViewOptions => ({
  ...{ host, clientGravatar },
  profileData: viewerId !== null,
  isAnonymous: viewerId === null,
  ...(!seesEverybody(state, viewerId) && { reader: access }),
});

/** Whom the viewer knows: active people as a set, deactivated ones one by one. */
function knownTo({ state, viewerId, access }: SnapshotSource): (userId: UserId) => boolean {
  const acquaintances = visiblePeopleOf(state, viewerId as UserId);
  return (userId) =>
    acquaintances.has(userId) ||
    isBot(state, userId) ||
    (state.users.byId.get(userId)?.active === false && access.seesUser(userId));
}

const strangerText = (userId: UserId, showing: UserViewOptions): string => {
  const { bot_type: _type, bot_owner_id: _owner, ...person } = wireUser({ userId, isHidden: true }, showing);
  return withoutActivity(person);
};

/** The list that somebody is in shows whether they are active. */
const withoutActivity = <Person extends { readonly is_active: boolean }>(person: Person): string => {
  const { is_active: _, ...others } = person;
  return JSON.stringify(others);
};
