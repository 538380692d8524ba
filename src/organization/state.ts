/**
 * The current state of one organization: its stream, folded. Only `fold` changes it; decisions see a layer
 * that is merged once the log has acknowledged their events, everybody else sees the acknowledged state.
 */
import { type OrganizationId, organizationStream } from '../base/ids.ts';
import type { AnyEvent } from '../events/catalog.ts';
import { chainStart } from '../events/chain.ts';
import type { Position } from '../events/log/eventLog.ts';
import type { Container } from './containers/containers.ts';
import type { Containers, Slice } from './containers/define.ts';
import { alertWordsSlice } from './slices/alertWords.ts';
import { botsSlice, botStorageSlice } from './slices/bots.ts';
import { channelActivitySlice } from './slices/channelActivity.ts';
import { channelFoldersSlice, channelsSlice } from './slices/channels.ts';
import { credentialsSlice, devicesSlice, legacyTokensSlice, sessionsSlice } from './slices/credentials.ts';
import { directMessagesSlice } from './slices/directMessages.ts';
import { emojiSlice, linkifiersSlice, playgroundsSlice } from './slices/emoji.ts';
import { filesSlice } from './slices/files.ts';
import { invitationsSlice } from './slices/invitations.ts';
import { mutedUsersSlice } from './slices/mutedUsers.ts';
import { notificationsSlice } from './slices/notifications.ts';
import {
  domainsSlice,
  exportsSlice,
  organizationPicturesSlice,
  organizationSlice,
  restorationsSlice,
} from './slices/organizations.ts';
import {
  draftsSlice,
  navigationViewsSlice,
  onboardingSlice,
  remindersSlice,
  savedSnippetsSlice,
} from './slices/personal.ts';
import { profileFieldsSlice } from './slices/profileFields.ts';
import { reportsSlice } from './slices/reports.ts';
import { scheduledMessagesSlice } from './slices/scheduledMessages.ts';
import { subscriptionsSlice } from './slices/subscriptions.ts';
import { topicsSlice } from './slices/topics.ts';
import { userGroupsSlice } from './slices/userGroups.ts';
import { emailChangesSlice, usersSlice, userStatusSlice } from './slices/users.ts';

/** The slices of the state, in the order in which they receive an event. */
export const slices = {
  organization: organizationSlice,
  users: usersSlice,
  credentials: credentialsSlice,
  bots: botsSlice,
  userGroups: userGroupsSlice,
  channels: channelsSlice,
  channelActivity: channelActivitySlice,
  channelFolders: channelFoldersSlice,
  subscriptions: subscriptionsSlice,
  directMessages: directMessagesSlice,
  topics: topicsSlice,
  emoji: emojiSlice,
  files: filesSlice,
  invitations: invitationsSlice,
  profileFields: profileFieldsSlice,
  devices: devicesSlice,
  scheduledMessages: scheduledMessagesSlice,
  notifications: notificationsSlice,
  mutedUsers: mutedUsersSlice,
  alertWords: alertWordsSlice,
  drafts: draftsSlice,
  savedSnippets: savedSnippetsSlice,
  userStatus: userStatusSlice,
  reminders: remindersSlice,
  navigationViews: navigationViewsSlice,
  onboarding: onboardingSlice,
  botStorage: botStorageSlice,
  sessions: sessionsSlice,
  linkifiers: linkifiersSlice,
  playgrounds: playgroundsSlice,
  domains: domainsSlice,
  legacyTokens: legacyTokensSlice,
  exports: exportsSlice,
  organizationPictures: organizationPicturesSlice,
  emailChanges: emailChangesSlice,
  restorations: restorationsSlice,
  reports: reportsSlice,
} as const;

export type SliceName = keyof typeof slices;
export const SLICE_NAMES = Object.keys(slices) as readonly SliceName[];
type Slices = { readonly [Name in SliceName]: ReturnType<(typeof slices)[Name]['state']> };

/** The progress of folding a stream. */
export interface StreamProgress {
  /** Revision of the last event; -1 before the first. */
  readonly revision: number;
  /** Position of the last event in the whole log; null before the first. */
  readonly position: Position | null;
  /** Hash of the last event, to which the next one is chained. */
  readonly hash: string;
  /** Time of the last event in UNIX milliseconds; 0 before the first. */
  readonly time: number;
}

/** One organization at one revision. */
export interface OrganizationState extends Slices, StreamProgress {
  readonly organizationId: OrganizationId;
  /** Folds the event of the next revision; throws for any other. */
  fold(event: AnyEvent): void;
  /**
   * A layer over this state with events of its own. It becomes invalid when the state below advances without
   * it.
   */
  layer(): OrganizationState;
  /** Moves a layer's events into its base. */
  merge(): void;
}

/** The state before the first event of an organization's stream. */
export const emptyOrganization = (organizationId: OrganizationId): OrganizationState =>
  organizationAt(organizationId, emptySlices(), {
    revision: -1,
    position: null,
    hash: chainStart(organizationStream(organizationId)),
    time: 0,
  });

/** The state from a snapshot's content. */
export const organizationAt = (
  organizationId: OrganizationId,
  content: Slices,
  progress: StreamProgress,
): OrganizationState => new FoldedOrganization(organizationId, content, progress);

export const emptySlices = (): Slices => mapSlices((name) => slices[name].state());

type Fold = (state: Slices, event: AnyEvent) => void;

/** Event name → how the slices fold it. */
const folds: ReadonlyMap<string, Fold> = foldsOf(slices);

/** Holds the slices as own fields in a fixed order, so that all states share a hidden class. */
const SliceHolder = class {
  constructor(content: Slices) {
    Object.assign(this, content);
  }
} as new (content: Slices) => Slices;

class FoldedOrganization extends SliceHolder implements OrganizationState {
  readonly organizationId: OrganizationId;
  readonly #containers: readonly Container[];
  readonly #base: FoldedOrganization | undefined;
  #baseRevision: number;
  #revision: number;
  #position: Position | null;
  #hash: string;
  #time: number;

  constructor(
    organizationId: OrganizationId,
    content: Slices,
    progress: StreamProgress,
    base?: FoldedOrganization,
  ) {
    super(content);
    this.organizationId = organizationId;
    this.#containers = SLICE_NAMES.flatMap((name) => Object.values(content[name]));
    this.#base = base;
    this.#baseRevision = progress.revision;
    this.#revision = progress.revision;
    this.#position = progress.position;
    this.#hash = progress.hash;
    this.#time = progress.time;
  }

  get revision(): number {
    return this.#revision;
  }

  get position(): Position | null {
    return this.#position;
  }

  get hash(): string {
    return this.#hash;
  }

  get time(): number {
    return this.#time;
  }

  fold(event: AnyEvent): void {
    if (event.revision !== this.#revision + 1) {
      throw new Error(`Revision ${event.revision} of ${event.stream} does not follow ${this.#revision}.`);
    }
    folds.get(event.type)?.(this, event);
    this.#revision = event.revision;
    this.#position = event.position;
    this.#hash = event.metadata.hash;
    this.#time = event.metadata.time;
  }

  layer(): OrganizationState {
    const content = mapSlices((name) => draftOf(this[name]));
    return new FoldedOrganization(this.organizationId, content, this, this);
  }

  merge(): void {
    const base = this.#base;
    if (base === undefined) throw new Error('Only a layer can be merged.');
    if (base.#revision !== this.#baseRevision) {
      throw new Error(
        `The layer was made at revision ${this.#baseRevision}; the state is at ${base.#revision}.`,
      );
    }
    for (const container of this.#containers) container.merge();
    base.#revision = this.#revision;
    base.#position = this.#position;
    base.#hash = this.#hash;
    base.#time = this.#time;
    this.#baseRevision = this.#revision;
  }
}

const mapSlices = (content: (name: SliceName) => Containers): Slices =>
  Object.fromEntries(SLICE_NAMES.map((name) => [name, content(name)])) as unknown as Slices;

const draftOf = (containers: Containers): Containers =>
  Object.fromEntries(Object.entries(containers).map(([name, container]) => [name, container.layer()]));

/** One function per event name, so that an event that no slice knows costs one look-up. */
function foldsOf(areas: Readonly<Record<SliceName, unknown>>): ReadonlyMap<string, Fold> {
  const all = new Map<string, Fold>();
  for (const name of SLICE_NAMES) {
    const { evolve } = areas[name] as Slice;
    for (const [type, change] of Object.entries(evolve)) {
      const before = all.get(type);
      const fold: Fold = (state, event) => (change as EventHandler)(state[name], event.data, event);
      all.set(type, before ? (state, event) => (before(state, event), fold(state, event)) : fold);
    }
  }
  return all;
}

type EventHandler = (state: Containers, data: unknown, event: AnyEvent) => void;
