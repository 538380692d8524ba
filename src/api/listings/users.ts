/** GET /users for viewers who may know everybody: one listing per class of viewers and set of options. */
import { BoundedCache } from '../../base/collections.ts';
import type { UserId } from '../../base/ids.ts';
import type { PersonalSettings } from '../../events/users.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import { isSystemBot, seesEverybody, visibilitiesSeenBy } from '../../organization/access/people.ts';
import type { Actor } from '../../organization/access/rules.ts';
import { type Profile, profileOf } from '../../organization/slices/profileFields.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { ChangeCursor } from '../../projections/running/documentChanges.ts';
import type { Views } from '../../projections/running/views.ts';
import { findUsers, type ShownUser } from '../../projections/users.ts';
import { type UserViewOptions, wireUser } from '../../wire/users.ts';
import {
  type Body,
  buildBody,
  type Entity,
  entityBytes,
  EntityCache,
  type EntitySource,
  type ListingSources,
} from './body.ts';
import type { PreparedResponse } from './listResponse.ts';

type Visibility = PersonalSettings['emailAddressVisibility'];

interface ListedPerson extends Entity {
  /** The person's e-mail visibility when this was built. */
  readonly visibility: Visibility | undefined;
  /** The person's profile when this was built, if it is included. */
  readonly profile: Profile | undefined;
}

/** What viewers of one class see. */
interface Listing {
  readonly people: EntityCache<UserId, ListedPerson>;
  body: Body | undefined;
  /** The version of `people` from which the body was built. */
  version: number;
}

const LIMIT = 100_000_000;

export class UserListings {
  readonly #sources: ListingSources;
  readonly #listings = new BoundedCache<Listing>(LIMIT);

  constructor(sources: ListingSources) {
    this.#sources = sources;
  }

  /** Everybody as a viewer sees them; undefined for a guest who may not know everybody. */
  async of(
    state: OrganizationState,
    viewerId: Actor,
    showing: UserViewOptions,
  ): Promise<PreparedResponse | undefined> {
    const { revision } = state;
    const seen = visibilitiesSeenBy(state, viewerId);
    if (!seesEverybody(state, viewerId)) return undefined;
    const audience = audienceOf(seen, showing);
    const key = `${state.organizationId}/${audience}`;
    const listing = this.#listings.get(key) ?? this.#newListing(state, seen, showing);
    const own = await this.#own(state, viewerId, seen, showing);
    const people = await listing.people.fresh();
    const isStillSo =
      state.revision === revision ||
      (seesEverybody(state, viewerId) && `${seen}` === `${visibilitiesSeenBy(state, viewerId)}`);
    if (!isStillSo) return this.of(state, viewerId, showing);
    const body = bodyOfListing(listing, audience, people);
    this.#listings.keep(key, listing, listing.people.size + body.size);
    if (own === undefined) return body.answer;
    const shown = [...people].map(([userId, person]) => (userId === viewerId ? own : person));
    return buildBody('members', audience, shown, body).answer;
  }

  /** The viewer's own entry, if others of their class would not see their address. */
  async #own(
    state: OrganizationState,
    viewerId: Actor,
    seen: readonly Visibility[],
    showing: UserViewOptions,
  ): Promise<Entity | undefined> {
    const user = viewerId === null ? undefined : state.users.byId.get(viewerId);
    if (user === undefined || seen.includes(user.settings.emailAddressVisibility)) return undefined;
    const access = accessOf(state, viewerId);
    const [me] = await findUsers(this.#sources.views, access, state, [user.userId]);
    return me && { bytes: entityBytes(wireUser(me, showing)) };
  }

  #newListing(state: OrganizationState, seen: readonly Visibility[], showing: UserViewOptions): Listing {
    const people = new EntityCache(new PeopleSource(this.#sources, state, seen, showing));
    return { people, body: undefined, version: -1 };
  }
}

/** Everything that decides about the bytes, besides the people themselves. */
const audienceOf = (
  seen: readonly Visibility[],
  { clientGravatar, profileData, isAnonymous }: UserViewOptions,
): string => `${seen}/${clientGravatar}/${profileData}/${isAnonymous}`;

function bodyOfListing(listing: Listing, audience: string, people: ReadonlyMap<UserId, ListedPerson>): Body {
  const { version } = listing.people;
  if (listing.body === undefined || listing.version !== version)
    listing.body = buildBody('members', audience, [...people.values()], listing.body);
  listing.version = version;
  return listing.body;
}

/** People as a class of viewers sees them. */
class PeopleSource implements EntitySource<UserId, ListedPerson> {
  readonly #views: Views;
  readonly #touched: ListingSources['touched'];
  readonly #state: OrganizationState;
  readonly #access: Pick<Access, 'seesUser' | 'seesEmailOf'>;
  readonly #showing: UserViewOptions;
  #mark: ChangeCursor | undefined;
  #writes = { users: -1, profiles: -1 };

  constructor(
    { views, touched }: ListingSources,
    state: OrganizationState,
    seen: readonly Visibility[],
    showing: UserViewOptions,
  ) {
    this.#views = views;
    this.#touched = touched;
    this.#state = state;
    this.#showing = showing;
    this.#access = {
      seesUser: () => true,
      seesEmailOf: ({ settings }) => seen.includes(settings.emailAddressVisibility),
    };
  }

  /** People to rebuild: changed documents, and changes of profiles or of address visibility in the state. */
  staleIds(made: ReadonlyMap<UserId, ListedPerson>): 'all' | ReadonlySet<UserId> {
    const { mark, ids } = this.#touched('users', this.#state.organizationId, this.#mark);
    const changed = this.#written();
    this.#mark = mark;
    if (ids === 'all') return 'all';
    const touched = ids as ReadonlySet<UserId>;
    if (changed.length === 0) return touched;
    return new Set([...touched, ...changed.filter((userId) => this.#isOther(userId, made.get(userId)))]);
  }

  /** People with changes in the state since the last call. */
  #written(): readonly UserId[] {
    const { byId } = this.#state.users;
    const { profiles } = this.#state.profileFields;
    const users = byId.writtenSince(this.#writes.users);
    const profiled = this.#showing.profileData ? profiles.writtenSince(this.#writes.profiles) : [];
    this.#writes = { users: byId.writes, profiles: profiles.writes };
    return users === 'all' || profiled === 'all' ? [...byId.keys()] : [...users, ...profiled];
  }

  all(): readonly UserId[] {
    return [...this.#state.users.byId.keys()];
  }

  async build(ids: readonly UserId[]): Promise<readonly (readonly [UserId, ListedPerson])[]> {
    const listed = ids.filter((userId) => !isSystemBot(this.#state, userId));
    const shown = await findUsers(this.#views, this.#access, this.#state, listed);
    return shown.map((user) => [user.userId, { bytes: this.#bytesOf(user), ...this.#madeOf(user) }]);
  }

  forget(): void {
    this.#mark = undefined;
  }

  #bytesOf(user: ShownUser): Buffer {
    return entityBytes(wireUser(user, this.#showing));
  }

  /** What the entry of a person depends on in the state. */
  #madeOf(user: ShownUser): Omit<ListedPerson, 'bytes'> {
    if (user.isHidden) return { visibility: undefined, profile: undefined };
    const { profile, settings } = user;
    return {
      visibility: settings.emailAddressVisibility,
      profile: this.#showing.profileData ? profile : undefined,
    };
  }

  /**
   * Whether the visibility of somebody's address, or their profile, has changed since the entry was built.
   */
  #isOther(userId: UserId, made: ListedPerson | undefined): boolean {
    const user = this.#state.users.byId.get(userId);
    if (user === undefined || user.bot?.isSystem) return false;
    if (made?.visibility !== user.settings.emailAddressVisibility) return true;
    return this.#showing.profileData && made.profile !== profileOf(this.#state, userId);
  }
}
