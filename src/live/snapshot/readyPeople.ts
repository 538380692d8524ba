/**
 * Everybody of an organization in the form of one class of viewers, in ready pieces of JSON. A change of one person makes one
 * piece again; what is made and what it is made of stay together, so that a piece can be written down later.
 */
import type { UserId } from '../../ids.ts';
import { type Profile, profileOf } from '../../organization/profileFields.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { User } from '../../organization/users.ts';

/** Somebody as they were when they were looked up. */
export interface TakenPerson {
  readonly user: User;
  readonly profile: Profile;
}

/** User IDs to a piece. */
const PIECE = 128;
/** Classes of viewers whose pieces are kept, by organization. */
const MOST_CLASSES = 4;

/** People with neighbouring IDs. */
export class PeoplePiece {
  readonly people: readonly TakenPerson[];
  readonly #textOf: (person: TakenPerson) => string;
  #bytes: Buffer | undefined;

  constructor(people: readonly TakenPerson[], textOf: (person: TakenPerson) => string) {
    this.people = people;
    this.#textOf = textOf;
  }

  /** The people as JSON texts the first time, and after that as ready bytes, in which each is behind a comma. */
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
  readonly #textOf: (person: TakenPerson) => string;
  #pieces: Pieces[] = [];
  #writes = { users: -1, profiles: -1 };

  /** `textOf` depends on nothing but the person. */
  constructor(state: OrganizationState, textOf: (person: TakenPerson) => string) {
    this.#state = state;
    this.#textOf = textOf;
  }

  /** Everybody but the organization's own bots, in the order of their IDs, as of now. */
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
    const people: TakenPerson[] = [];
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

/** The people of an organization for a class of viewers: `classOf` says all that `textOf` depends on. */
export function readyPeople(
  state: OrganizationState,
  classOf: string,
  textOf: (person: TakenPerson) => string,
): ReadyPeople {
  const classes = ready.get(state) ?? new Map<string, ReadyPeople>();
  const known = classes.get(classOf) ?? new ReadyPeople(state, textOf);
  classes.delete(classOf);
  classes.set(classOf, known);
  const [oldest = classOf] = classes.keys();
  if (classes.size > MOST_CLASSES) classes.delete(oldest);
  ready.set(state, classes);
  return known;
}
