/** GET /streams: every channel is serialized once, and each viewer's list is assembled from them. */
import { createHash } from 'node:crypto';
import { BoundedCache } from '../../base/collections.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { accessOf } from '../../organization/access/access.ts';
import { seesEverybody } from '../../organization/access/people.ts';
import type { Container } from '../../organization/containers/containers.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  type ChannelOptions,
  channelsVisibleTo,
  findChannelsById,
  type ShownChannel,
} from '../../projections/channels.ts';
import type { ChangeCursor } from '../../projections/running/documentChanges.ts';
import { wireChannel } from '../../wire/channels.ts';
import { mentionedUserIds, type PeopleAccess, redactNamesIn } from '../../wire/redactNames.ts';
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

interface ReadyChannel
  extends Entity, Pick<ShownChannel, 'channelId' | 'name' | 'isArchived' | 'staysUntil'> {
  /** The state's subscribers when this was built. */
  readonly subscribers: unknown;
  /** Whom the description mentions, and where it mentions somebody what the bytes were made of. */
  readonly mentioned: readonly UserId[];
  readonly fields?: object;
}
type ReadyChannels = EntityCache<ChannelId, ReadyChannel>;

/** The body chosen for a viewer, valid until channels or rights change. */
interface Choice {
  readonly version: number;
  /** Revision of the state when rights were last checked. */
  readonly revision: number;
  readonly rights: number;
  readonly list: string;
}

interface Assembled {
  readonly version: number;
  readonly body: Body;
}

const LIMITS = { channels: 50_000_000, bodies: 50_000_000, choices: 5_000_000 };
/** Approximate bytes of a choice. */
const CHOICE_SIZE = 250;

export class ChannelListings {
  readonly #sources: ListingSources;
  readonly #channels = new BoundedCache<ReadyChannels>(LIMITS.channels);
  /** By list of channels: viewers who see the same channels share a body. */
  readonly #bodies = new BoundedCache<Assembled>(LIMITS.bodies);
  readonly #choices = new BoundedCache<Choice>(LIMITS.choices);

  constructor(sources: ListingSources) {
    this.#sources = sources;
  }

  /** The channels that a viewer asked for and may see. */
  async of(state: OrganizationState, viewerId: UserId, options: ChannelOptions): Promise<PreparedResponse> {
    const group = `${state.organizationId}/${options.includeDefault}`;
    const channels = this.#channels.get(group) ?? this.#newChannels(state, options.includeDefault);
    const ready = await channels.fresh();
    this.#channels.keep(group, channels, channels.size);
    const { version } = channels;
    const { revision } = state;
    const reader = seesEverybody(state, viewerId) ? undefined : accessOf(state, viewerId);
    const choiceKey = `${group}/${viewerId}/${reader === undefined}/${bitsOf(options)}`;
    const known = this.#choices.get(choiceKey);
    const rights = known?.revision === revision ? known.rights : rightsIn(state, reader);
    const assembled = known && this.#bodies.get(known.list);
    if (known?.version === version && known.rights === rights && assembled?.version === version) {
      if (known.revision !== revision) this.#choices.keep(choiceKey, { ...known, revision }, CHOICE_SIZE);
      return assembled.body.answer;
    }
    const chosen = channelsVisibleTo(accessOf(state, viewerId), state, options, ready);
    const list = `${group}/${listDigest(chosen, reader)}`;
    this.#choices.keep(choiceKey, { version, revision, rights, list }, CHOICE_SIZE);
    return this.#bodyOf(list, group, chosen, version, reader).answer;
  }

  #bodyOf(
    list: string,
    group: string,
    chosen: readonly ReadyChannel[],
    version: number,
    reader?: PeopleAccess,
  ): Body {
    const before = this.#bodies.get(list);
    if (before?.version === version) return before.body;
    const body = buildBody('streams', group, knownTo(reader, chosen), before?.body);
    this.#bodies.keep(list, { version, body }, body.size);
    return body;
  }

  #newChannels(state: OrganizationState, withDefault: boolean): ReadyChannels {
    return new EntityCache(new Channels(this.#sources, state, withDefault));
  }
}

/** One bit per option. */
const bitsOf = (options: ChannelOptions): number =>
  Object.values(options).reduce((bits: number, isOn: boolean) => bits * 2 + Number(isOn), 0);

/** Names the channels, and whom their descriptions mention that a reader may not know. */
const listDigest = (chosen: readonly ReadyChannel[], reader?: PeopleAccess): string =>
  createHash('sha256')
    .update(chosen.map((channel) => [channel.channelId, ...strangersIn(channel, reader)].join('-')).join())
    .digest('base64url');

const strangersIn = ({ mentioned }: ReadyChannel, reader?: PeopleAccess): readonly UserId[] =>
  reader === undefined ? [] : mentioned.filter((userId) => !reader.seesUser(userId));

/** The channels for a reader who may not know everybody: those that mention people unknown to them are serialized again. */
const knownTo = (reader: PeopleAccess | undefined, chosen: readonly ReadyChannel[]): readonly Entity[] =>
  reader === undefined
    ? chosen
    : chosen.map((channel) =>
        channel.fields === undefined || strangersIn(channel, reader).length === 0
          ? channel
          : { bytes: entityBytes(redactNamesIn(channel.fields, reader)) },
      );

/** Grows whenever something changes that decides who sees which channels and people. */
function rightsIn(state: OrganizationState, reader?: PeopleAccess): number {
  const { organization, users, userGroups, channels, subscriptions, directMessages } = state;
  const parts: readonly (readonly Container[])[] = [
    Object.values(organization),
    Object.values(userGroups),
    Object.values(subscriptions),
    [users.byId, channels.byId, channels.defaultIds],
    reader === undefined ? [] : [directMessages.partnersOf],
  ];
  return parts.flat().reduce((sum, { writes }) => sum + writes, 0);
}

/** What every viewer sees of channels. */
class Channels implements EntitySource<ChannelId, ReadyChannel> {
  readonly #sources: ListingSources;
  readonly #state: OrganizationState;
  readonly #withDefault: boolean;
  #described: ChangeCursor | undefined;
  #active: ChangeCursor | undefined;
  #inactiveUsers: unknown;
  #writes = -1;
  #staysUntil = Infinity;

  constructor(sources: ListingSources, state: OrganizationState, withDefault: boolean) {
    this.#sources = sources;
    this.#state = state;
    this.#withDefault = withDefault;
  }

  /**
   * Channels to rebuild: changed documents, changed numbers of subscribers, group settings with members who
   * left, and the passage of time.
   */
  staleIds(made: ReadonlyMap<ChannelId, ReadyChannel>): 'all' | ReadonlySet<ChannelId> {
    const { organizationId, channels, subscriptions, userGroups } = this.#state;
    const described = this.#sources.touched('channels', organizationId, this.#described);
    const active = this.#sources.touched('channelActivity', organizationId, this.#active);
    const inactiveUsers = userGroups.inactiveUsers.get();
    const hasPeopleLeft = inactiveUsers !== this.#inactiveUsers;
    const writes = channels.byId.writes + subscriptions.byChannel.writes;
    const hasChanged = writes !== this.#writes;
    this.#described = described.mark;
    this.#active = active.mark;
    this.#inactiveUsers = inactiveUsers;
    this.#writes = writes;
    if (described.ids === 'all' || active.ids === 'all' || hasPeopleLeft) return 'all';
    const touched = [...described.ids, ...active.ids] as ChannelId[];
    return new Set([...touched, ...(hasChanged ? this.#changed(made) : []), ...this.#expired(made)]);
  }

  all(): readonly ChannelId[] {
    return [...this.#state.channels.byId.keys()];
  }

  async build(ids: readonly ChannelId[]): Promise<readonly (readonly [ChannelId, ReadyChannel])[]> {
    const { views, clock } = this.#sources;
    // Read before the views: somebody who subscribes meanwhile makes the channel due again.
    const subscribers = new Map(ids.map((channelId) => [channelId, this.#subscribersOf(channelId)]));
    const shown = await findChannelsById(views, this.#state, ids, clock.now());
    return shown.map((channel) => {
      const { channelId, name, isArchived, staysUntil } = channel;
      this.#staysUntil = Math.min(this.#staysUntil, staysUntil);
      const fields = this.#fieldsOf(channel);
      const mentioned = mentionedUserIds(channel.renderedDescription);
      return [
        channelId,
        {
          channelId,
          name,
          isArchived,
          staysUntil,
          mentioned,
          bytes: entityBytes(fields),
          subscribers: subscribers.get(channelId),
          ...(mentioned.length > 0 && { fields }),
        },
      ];
    });
  }

  forget(): void {
    this.#described = undefined;
  }

  #fieldsOf(channel: ShownChannel): object {
    const fields = wireChannel(this.#state, channel);
    return this.#withDefault ? { is_default: channel.isDefault, ...fields } : fields;
  }

  #subscribersOf(channelId: ChannelId): unknown {
    return this.#state.subscriptions.byChannel.get(channelId);
  }

  /** Channels that are new or have other subscribers. */
  #changed(made: ReadonlyMap<ChannelId, ReadyChannel>): readonly ChannelId[] {
    return this.all().filter((channelId) => {
      const channel = made.get(channelId);
      return channel === undefined || channel.subscribers !== this.#subscribersOf(channelId);
    });
  }

  /** Channels whose activity has become outdated. */
  #expired(made: ReadonlyMap<ChannelId, ReadyChannel>): readonly ChannelId[] {
    const now = this.#sources.clock.now();
    if (now < this.#staysUntil) return [];
    const moments = [...made.values()].map(({ staysUntil }) => staysUntil);
    this.#staysUntil = Math.min(Infinity, ...moments.filter((moment) => moment > now));
    return [...made].filter(([, { staysUntil }]) => staysUntil <= now).map(([channelId]) => channelId);
  }
}
