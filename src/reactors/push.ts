/**
 * The reactor that notifies people on their devices of what is said to them, and takes that back once they have read it
 * (spec/beyond.md 10). Nothing is pushed that is an hour old, and nothing that has been read meanwhile.
 */
import type { Clock } from '../clock.ts';
import type { MessageRanges } from '../events/flags.ts';
import type { MessageId, OrganizationId, UserId } from '../ids.ts';
import { Bitset } from '../organization/bitset.ts';
import { wanting } from '../organization/notifications.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Effect, type Reactor } from './define.ts';
import { messageLetters, type Realm, type SentMessage, takingBack } from './push/letters.ts';
import { isOfUse, Patience } from './push/patience.ts';
import type { Letter, Pusher } from './push/pusher.ts';
import { type Receiver, receiversOf } from './push/receivers.ts';

/** What people's devices show, as it is on record. */
export interface PushRecord {
  shownTo(userId: UserId): readonly MessageId[];
  seeing(messageIds: ReadonlySet<MessageId>): readonly UserId[];
  pushed(messageId: MessageId, userIds: readonly UserId[]): Promise<void>;
  takenBack(userId: UserId, messageIds: readonly MessageId[]): Promise<void>;
}

export interface PushParts {
  readonly clock: Clock;
  readonly pusher: Pick<Pusher, 'push'>;
  readonly realmOf: (organization: OrganizationState) => Realm;
  readonly recordOf: (organizationId: OrganizationId) => Promise<PushRecord>;
  /** Those among the people who are not online. */
  readonly absentAmong: (
    organizationId: OrganizationId,
    userIds: readonly UserId[],
  ) => Promise<readonly UserId[]>;
  /** Those among the people who have not read a message that is still there. */
  readonly unreadAmong: (
    organization: OrganizationState,
    messageId: MessageId,
    userIds: readonly UserId[],
  ) => Promise<readonly UserId[]>;
}

/** Milliseconds within which nobody is asked whether he has read what was just said. */
const JUST_SAID = 1_000;

export function push(parts: PushParts): Reactor {
  return defineReactor({
    name: 'push',
    on: {
      MessageSent(event, organization) {
        const messageId = (event.revision + 1) as MessageId;
        const { data: sent, id: eventId } = event;
        const sentAt = event.metadata.time;
        if (!isOfUse(parts.clock, sentAt)) return [];
        const receivers = receiversOf(organization, messageId, sent);
        if (receivers.length === 0) return [];
        return [notifying(parts, organization, { eventId, messageId, sentAt, sent }, receivers)];
      },
      MessagesMarkedRead({ data: { userId, messages }, id, metadata: { time } }, organization) {
        if (!organization.devices.reachable.get().has(userId)) return [];
        return [
          forgetting(parts, organization, { id, time }, (record) => [
            [userId, record.shownTo(userId).filter((messageId) => isIn(messages, messageId))],
          ]),
        ];
      },
      MessagesDeleted({ data, id, metadata: { time } }, organization) {
        if (organization.devices.reachable.get().size === 0) return [];
        const gone = new Set(data.messageIds);
        return [
          forgetting(parts, organization, { id, time }, (record) =>
            record
              .seeing(gone)
              .map((userId) => [userId, record.shownTo(userId).filter((messageId) => gone.has(messageId))]),
          ),
        ];
      },
    },
  });
}

function notifying(
  parts: PushParts,
  organization: OrganizationState,
  message: SentMessage,
  receivers: readonly Receiver[],
): Effect {
  const { clock, pusher, realmOf, recordOf } = parts;
  const patience = new Patience(clock, message.sentAt);
  const handOver = resuming(pusher);
  return {
    id: `push:${message.eventId}`,
    async carryOut() {
      const wanted = await stillWanting(parts, organization, message, receivers);
      const letters = messageLetters(realmOf(organization), message, wanted);
      if (letters.length === 0) return;
      await patience.ask(() => handOver(letters));
      const record = await recordOf(organization.organizationId);
      await record.pushed(message.messageId, [...new Set(letters.map(({ device }) => device.userId))]);
    },
  };
}

/** Those whom it is of use to tell at this moment. */
async function stillWanting(
  { clock, absentAmong, unreadAmong }: PushParts,
  organization: OrganizationState,
  { messageId, sentAt }: SentMessage,
  receivers: readonly Receiver[],
): Promise<readonly Receiver[]> {
  if (!isOfUse(clock, sentAt)) return [];
  const everybody = Bitset.of(receivers.map(({ userId }) => userId));
  const always = wanting(organization, everybody, 'onlinePushNotifications');
  const others = [...everybody.difference(always)];
  const absent = others.length > 0 ? await absentAmong(organization.organizationId, others) : [];
  const wanted = always.with(absent);
  const isNew = clock.now() - sentAt <= JUST_SAID;
  const told = isNew ? wanted : Bitset.of(await unreadAmong(organization, messageId, [...wanted]));
  return receivers.filter(({ userId }) => told.has(userId));
}

/** What is not to be seen any more, by person. */
type Forgotten = readonly (readonly [userId: UserId, messageIds: readonly MessageId[]])[];

function forgetting(
  { clock, pusher, realmOf, recordOf }: PushParts,
  organization: OrganizationState,
  { id: eventId, time }: { readonly id: string; readonly time: number },
  of: (record: PushRecord) => Forgotten,
): Effect {
  const patience = new Patience(clock, time);
  const handOver = resuming(pusher);
  return {
    id: `push:${eventId}`,
    async carryOut() {
      const record = await recordOf(organization.organizationId);
      const forgotten = of(record).filter(([, messageIds]) => messageIds.length > 0);
      const realm = realmOf(organization);
      const letters = forgotten.flatMap(([userId, ids]) => takingBack(realm, eventId, userId, ids));
      if (letters.length > 0) await patience.ask(() => handOver(letters));
      for (const [userId, messageIds] of forgotten) await record.takenBack(userId, messageIds);
    },
  };
}

/** Letters that have gone do not go again when the others are tried again. */
function resuming(pusher: PushParts['pusher']): (letters: readonly Letter[]) => Promise<void> {
  const gone = new Set<string>();
  return async (letters) => {
    const left = letters.filter(({ id }) => !gone.has(id));
    await pusher.push(left, (count) => left.slice(0, count).forEach(({ id }) => gone.add(id)));
  };
}

const isIn = (ranges: MessageRanges, messageId: MessageId): boolean =>
  ranges.some((range) =>
    typeof range === 'number' ? range === messageId : range[0] <= messageId && messageId <= range[1],
  );
