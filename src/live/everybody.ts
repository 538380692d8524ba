/** People as JSON texts. Pieces shared by many viewers are cached. */
import type { UserId } from '../base/ids.ts';
import { isBot, seesEverybody, visibilitiesSeenBy, visiblePeopleOf } from '../organization/access/people.ts';
import { type Profile, profileOf } from '../organization/slices/profileFields.ts';
import type { User } from '../organization/slices/users.ts';
import type { OrganizationState } from '../organization/state.ts';
import { type UserViewOptions, wireUser } from '../wire/users.ts';
import { personFields } from './translation/people.ts';
import { LongList, type SnapshotSource } from './translation/snapshot.ts';

// * All people of an organization for one class of viewers, in cached pieces of JSON. A change of one person
// rebuilds one piece; each piece keeps its sources, so that it can be serialized later.

/** A person at the time of the look-up. */
interface PersonAtLookup {
  readonly user: User;
  readonly profile: Profile;
}

/** User IDs per piece. */
const PIECE = 128;
/** Classes of viewers whose pieces are cached, per organization. */
const MAX_CLASSES = 4;

/** People with neighbouring IDs. */
class PeoplePiece {
  readonly people: readonly PersonAtLookup[];
  readonly #textOf: (person: PersonAtLookup) => string;
  #bytes: Buffer | undefined;

  constructor(people: readonly PersonAtLookup[], textOf: (person: PersonAtLookup) => string) {
    this.people = people;
    this.#textOf = textOf;
  }

  /** The people as JSON texts the first time, afterwards as bytes, in which each follows a comma. */
  parts(): readonly (string | Buffer)[] {
    if (this.#bytes) return [this.#bytes];
    const texts = this.people.map(this.#textOf);
    this.#bytes = Buffer.from(texts.map((text) => `,${text}`).join(''));
    return texts;
  }
}

interface Pieces {
  readonly active: PeoplePiece;
  readonly inactive: PeoplePiece;
}

class ReadyPeople {
  readonly #state: OrganizationState;
  readonly #textOf: (person: PersonAtLookup) => string;
  #pieces: Pieces[] = [];
  #writes = { users: -1, profiles: -1 };

  /** `textOf` depends only on the person. */
  constructor(state: OrganizationState, textOf: (person: PersonAtLookup) => string) {
    this.#state = state;
    this.#textOf = textOf;
  }

  /** Everybody except the organization's own bots, sorted by ID, as of now. */
  taken(): readonly Pieces[] {
    const { byId } = this.#state.users;
    const { profiles } = this.#state.profileFields;
    const users = byId.writtenSince(this.#writes.users);
    const profiled = profiles.writtenSince(this.#writes.profiles);
    this.#writes = { users: byId.writes, profiles: profiles.writes };
    const isAll = users === 'all' || profiled === 'all';
    const changed = new Set((isAll ? [...byId.keys()] : [...users, ...profiled]).map(pieceOf));
    if (changed.size > 0) this.#pieces = [...this.#pieces];
    for (const piece of changed) this.#pieces[piece] = this.#take(piece);
    return this.#pieces;
  }

  #take(piece: number): Pieces {
    const people: PersonAtLookup[] = [];
    for (let id = piece * PIECE; id < (piece + 1) * PIECE; id += 1) {
      const user = this.#state.users.byId.get(id as UserId);
      if (user && user.bot?.isSystem !== true)
        people.push({ user, profile: profileOf(this.#state, user.userId) });
    }
    const those = (isActive: boolean) =>
      new PeoplePiece(
        people.filter(({ user }) => user.active === isActive),
        this.#textOf,
      );
    return { active: those(true), inactive: those(false) };
  }
}

const pieceOf = (userId: UserId): number => Math.floor(userId / PIECE);

const ready = new WeakMap<OrganizationState, Map<string, ReadyPeople>>();

/** An organization's people for a class of viewers: `classOf` covers everything `textOf` depends on. */
function cachedPeople(
  state: OrganizationState,
  classOf: string,
  textOf: (person: PersonAtLookup) => string,
): ReadyPeople {
  const classes = ready.get(state) ?? new Map<string, ReadyPeople>();
  const known = classes.get(classOf) ?? new ReadyPeople(state, textOf);
  classes.delete(classOf);
  classes.set(classOf, known);
  const [oldest = classOf] = classes.keys();
  if (classes.size > MAX_CLASSES) classes.delete(oldest);
  ready.set(state, classes);
  return known;
}

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
  host,
  clientGravatar,
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
