/**
 * The reactor that sends push notifications for messages, and withdraws them once the messages are read.
 * Messages older than an hour or already read are not pushed.
 */
import type { Clock } from '../../base/clock.ts';
import type { MessageId, OrganizationId, UserId } from '../../base/ids.ts';
import type { MessageRanges } from '../../events/messages.ts';
import { accessOf } from '../../organization/access/access.ts';
import { isActive } from '../../organization/access/rules.ts';
import { Bitset } from '../../organization/containers/bitset.ts';
import { peopleWithSetting } from '../../organization/slices/notifications.ts';
import { subscribersOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { defineReactor, type Effect, type Reactor } from '../running/define.ts';
import { BouncerRetries, isStillUseful } from './bouncer.ts';
import {
  contentAfterEdit,
  messagePushes,
  type PushedMessage,
  type PushRealm,
  withdrawalPushes,
} from './messagePushes.ts';
import type { DeviceNotification, Pusher } from './pusher.ts';
import { mentionedByEdit, type PushRecipient, pushRecipients } from './pushRecipients.ts';

// Notifications on their way to the bouncer: those sent are not sent again, and withdrawals wait for pending
// ones.

/** A thing sent to many devices, possibly in several attempts. */
class DevicePush {
  readonly #pusher: Pick<Pusher, 'push'>;
  readonly #gone = new Map<string, DeviceNotification>();

  constructor(pusher: Pick<Pusher, 'push'>) {
    this.#pusher = pusher;
  }

  /** Sends the notifications that have not been sent yet; fails with `BouncerFailure`. */
  async send(notifications: readonly DeviceNotification[]): Promise<void> {
    const left = notifications.filter(({ id }) => !this.#gone.has(id));
    await this.#pusher.push(left, (count) => {
      for (const notification of left.slice(0, count)) this.#gone.set(notification.id, notification);
    });
  }

  /** Everybody with a device to which a notification has been sent. */
  get pushed(): readonly UserId[] {
    return [...new Set(Array.from(this.#gone.values(), ({ device }) => device.userId))];
  }
}

interface UnderWay {
  readonly organizationId: OrganizationId;
  readonly messageId: MessageId;
  readonly done: Promise<void>;
}

/** Messages being pushed at this moment. */
class InFlightPushes {
  readonly #underWay = new Set<UnderWay>();

  async during(
    organizationId: OrganizationId,
    messageId: MessageId,
    work: () => Promise<void>,
  ): Promise<void> {
    const done = work();
    const underWay = { organizationId, messageId, done };
    this.#underWay.add(underWay);
    try {
      await done;
    } finally {
      this.#underWay.delete(underWay);
    }
  }

  /** Resolves when none of the given messages is being pushed, whatever the outcome. */
  async settled(organizationId: OrganizationId, isMeant: (messageId: MessageId) => boolean): Promise<void> {
    const meant = [...this.#underWay].filter(
      (each) => each.organizationId === organizationId && isMeant(each.messageId),
    );
    await Promise.allSettled(meant.map(({ done }) => done));
  }
}

/** The recorded notifications on people's devices. */
export interface PushRecord {
  shownTo(userId: UserId): readonly MessageId[];
  seeing(messageIds: ReadonlySet<MessageId>): readonly UserId[];
  pushed(messageId: MessageId, userIds: readonly UserId[]): Promise<void>;
  withdrawn(userId: UserId, messageIds: readonly MessageId[]): Promise<void>;
}

interface PushReactorDependencies {
  readonly clock: Clock;
  readonly pusher: Pick<Pusher, 'push'>;
  readonly realmOf: (organization: OrganizationState) => PushRealm;
  readonly recordOf: (organizationId: OrganizationId) => Promise<PushRecord>;
  /** Those among the people who are not online. */
  readonly absentAmong: (
    organizationId: OrganizationId,
    userIds: readonly UserId[],
  ) => Promise<readonly UserId[]>;
  /** Those among the people who have not read a message that still exists. */
  readonly unreadAmong: (
    organization: OrganizationState,
    messageId: MessageId,
    userIds: readonly UserId[],
  ) => Promise<readonly UserId[]>;
}

/** Events handled at once: with a slow bouncer, no request waits for another. */
const CONCURRENCY = 16;
/** Recipients of a message per batch. */
const RECIPIENTS_PER_BATCH = 100;
/** Milliseconds in which a new message is assumed to be unread. */
const ASSUMED_UNREAD_MS = 1_000;

export function push(parts: PushReactorDependencies): Reactor {
  const inFlight = new InFlightPushes();
  const effectsOf = createEffectsOf(parts, inFlight);
  return defineReactor({
    name: 'push',
    atOnce: CONCURRENCY,
    on: {
      MessageSent({ data, id: eventId, revision, metadata: { time } }, organization) {
        if (data.imported || !isStillUseful(parts.clock, time)) return [];
        const message = { eventId, messageId: (revision + 1) as MessageId, time, data };
        return effectsOf(organization, message, pushRecipients(organization, message.messageId, data));
      },
      MessageEdited({ data, id: eventId, metadata: { time } }, organization) {
        if (!isStillUseful(parts.clock, time)) return [];
        const message = { eventId, messageId: data.messageId, time, data: contentAfterEdit(data) };
        return effectsOf(organization, message, mentionedByEdit(organization, data));
      },
      MessagesMarkedRead({ data: { userId, messages }, id, metadata: { time } }, organization) {
        if (!organization.devices.reachable.get().has(userId)) return [];
        const isRead = (messageId: MessageId): boolean => isIn(messages, messageId);
        const readers = (): readonly UserId[] => [userId];
        const forget = createWithdrawal(parts, organization, { id, time }, { isMeant: isRead, readers });
        return [{ id: `push:${id}`, run: () => afterwards(inFlight, organization, isRead, forget) }];
      },
      ChannelArchived({ data: { channelId }, id, metadata: { time } }, organization) {
        const followers = subscribersOf(organization, channelId);
        const readers = [...followers.intersection(organization.devices.reachable.get())];
        if (readers.length === 0) return [];
        return [{ id: `push:${id}`, run: () => withdrawRead(parts, organization, { id, time }, readers) }];
      },
      MessagesDeleted({ data, id, metadata: { time } }, organization) {
        if (organization.devices.reachable.get().size === 0) return [];
        const gone = new Set(data.messageIds);
        const isGone = (messageId: MessageId): boolean => gone.has(messageId);
        const readers = (record: PushRecord): readonly UserId[] => record.seeing(gone);
        const forget = createWithdrawal(parts, organization, { id, time }, { isMeant: isGone, readers });
        return [{ id: `push:${id}`, run: () => afterwards(inFlight, organization, isGone, forget) }];
      },
    },
  });
}

const createEffectsOf =
  (parts: PushReactorDependencies, inFlight: InFlightPushes) =>
  (
    organization: OrganizationState,
    message: PushedMessage,
    receivers: readonly PushRecipient[],
  ): readonly Effect[] => {
    if (receivers.length === 0) return [];
    const notify = createNotifier(parts, organization, message, receivers);
    const carryOut = () => inFlight.during(organization.organizationId, message.messageId, notify);
    return [{ id: `push:${message.eventId}`, run: carryOut }];
  };

/** Also withdraws what is being pushed at this moment. */
async function afterwards(
  inFlight: InFlightPushes,
  { organizationId }: OrganizationState,
  isMeant: (messageId: MessageId) => boolean,
  forget: () => Promise<void>,
): Promise<void> {
  await inFlight.settled(organizationId, isMeant);
  await forget();
}

function createNotifier(
  parts: PushReactorDependencies,
  organization: OrganizationState,
  message: PushedMessage,
  receivers: readonly PushRecipient[],
): () => Promise<void> {
  const { clock, pusher, realmOf, recordOf } = parts;
  const retries = new BouncerRetries(clock, message.time);
  const devicePush = new DevicePush(pusher);
  let isFirst = true;
  return async () => {
    const isAssumedUnread = isFirst && clock.now() - message.time <= ASSUMED_UNREAD_MS;
    isFirst = false;
    const recipients = await filterRecipients(parts, organization, message, receivers, isAssumedUnread);
    if (recipients.length === 0) return;
    const record = await recordOf(organization.organizationId);
    const sending = retries.call(async () => {
      for (let at = 0; at < recipients.length; at += RECIPIENTS_PER_BATCH)
        await devicePush.send(
          messagePushes(realmOf(organization), message, recipients.slice(at, at + RECIPIENTS_PER_BATCH)),
        );
    });
    await sending.finally(() => record.pushed(message.messageId, devicePush.pushed));
  };
}

/** Recipients who may still read the message and have not read it yet. */
async function filterRecipients(
  { clock, absentAmong, unreadAmong }: PushReactorDependencies,
  organization: OrganizationState,
  { messageId, time, data }: PushedMessage,
  receivers: readonly PushRecipient[],
  isAssumedUnread: boolean,
): Promise<readonly PushRecipient[]> {
  if (!isStillUseful(clock, time)) return [];
  const everybody = Bitset.of(receivers.map(({ userId }) => userId));
  const always = peopleWithSetting(organization, everybody, 'onlinePushNotifications');
  const others = [...everybody.difference(always)];
  const absent = others.length > 0 ? await absentAmong(organization.organizationId, others) : [];
  const candidates = always.with(absent);
  if (isAssumedUnread) return receivers.filter(({ userId }) => candidates.has(userId));
  const unread = Bitset.of(await unreadAmong(organization, messageId, [...candidates]));
  const message = { messageId, ...data };
  const mayReceive = (userId: UserId): boolean =>
    isActive(organization, userId) && accessOf(organization, userId).mayReadMessage(message);
  return receivers.filter(({ userId }) => unread.has(userId) && mayReceive(userId));
}

/** Notifications to withdraw, and from whom. */
interface WithdrawalScope {
  readonly isMeant: (messageId: MessageId) => boolean;
  readonly readers: (record: PushRecord) => readonly UserId[];
}

function createWithdrawal(
  { clock, pusher, realmOf, recordOf }: PushReactorDependencies,
  organization: OrganizationState,
  { id: eventId, time }: { readonly id: string; readonly time: number },
  { isMeant, readers }: WithdrawalScope,
): () => Promise<void> {
  const retries = new BouncerRetries(clock, time);
  const devicePush = new DevicePush(pusher);
  return async () => {
    const record = await recordOf(organization.organizationId);
    const withdrawals = readers(record)
      .map((userId) => ({ userId, messageIds: record.shownTo(userId).filter(isMeant) }))
      .filter(({ messageIds }) => messageIds.length > 0);
    const realm = realmOf(organization);
    const notifications = withdrawals.flatMap(({ userId, messageIds }) =>
      withdrawalPushes(realm, eventId, userId, messageIds),
    );
    if (notifications.length > 0) await retries.call(() => devicePush.send(notifications));
    for (const { userId, messageIds } of withdrawals) await record.withdrawn(userId, messageIds);
  };
}

/** Withdraws what these people have all read: everything in a channel that was archived. */
async function withdrawRead(
  parts: PushReactorDependencies,
  organization: OrganizationState,
  event: { readonly id: string; readonly time: number },
  readers: readonly UserId[],
): Promise<void> {
  const record = await parts.recordOf(organization.organizationId);
  const read = new Set<MessageId>();
  for (const messageId of new Set(readers.flatMap((userId) => record.shownTo(userId))))
    if ((await parts.unreadAmong(organization, messageId, readers)).length === 0) read.add(messageId);
  const isMeant = (messageId: MessageId): boolean => read.has(messageId);
  await createWithdrawal(parts, organization, event, { isMeant, readers: () => readers })();
}

const isIn = (ranges: MessageRanges, messageId: MessageId): boolean =>
  ranges.some((range) =>
    typeof range === 'number' ? range === messageId : range[0] <= messageId && messageId <= range[1],
  );
