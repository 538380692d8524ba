/**
 * All people of an organization for one class of viewers, in cached pieces of JSON. A change of one person
 * rebuilds one piece; each piece keeps its sources, so that it can be serialized later.
 */
import type { UserId } from '../../ids.ts';
import { type Profile, profileOf } from '../../organization/profileFields.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { User } from '../../organization/users.ts';

/** A person at the time of the look-up. */
export interface PersonAtLookup {
  readonly user: User;
  readonly profile: Profile;
}

/** User IDs per piece. */
const PIECE = 128;
/** Classes of viewers whose pieces are cached, per organization. */
const MAX_CLASSES = 4;

/** People with neighbouring IDs. */
export class PeoplePiece {
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
export function cachedPeople(
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
