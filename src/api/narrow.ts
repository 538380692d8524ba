/** The wire form of a narrow: operators and their aliases, operands of every kind (spec/beyond.md 3.2). */
import { z } from 'zod';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../commands/text.ts';
import { Refused } from '../errors.ts';
import type { ChannelId, MessageId, UserId } from '../ids.ts';
import { channelByName } from '../organization/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { userByEmail } from '../organization/users.ts';
import type { NarrowTerm } from '../projections/messages/narrow.ts';
import { json } from './parameters.ts';

const Operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);
type Operand = z.infer<typeof Operand>;

/** A list of `{operator, operand, negated}` objects, or of two-element lists. */
const Narrow = z.array(
  z.union([
    z.strictObject({ operator: z.string(), operand: Operand, negated: z.boolean().optional() }),
    z.tuple([z.string(), Operand]),
  ]),
);

/** The parameter `narrow`, as `narrowTerms` understands it. */
export const narrowParam = json(Narrow)
  .describe('Terms that a message must fulfil, all of them: [["channel", "design"], ["topic", "logo"]].')
  .default([]);

type Reader = (organization: OrganizationState, operand: Operand) => NarrowTerm | undefined;

const channel: Reader = (organization, operand) => ({
  kind: 'channel',
  channelId: channelOf(organization, operand),
});
const directWith: Reader = (organization, operand) => ({
  kind: 'directWith',
  userIds: listOf(operand).map((person) => userOf(organization, person)),
});

/** Operator → what it means; `near` filters nothing. */
const readers: Readonly<Record<string, Reader>> = {
  channel,
  stream: channel,
  topic: (_, operand) => ({ kind: 'topic', topic: topicOf(operand) }),
  subject: (_, operand) => ({ kind: 'topic', topic: topicOf(operand) }),
  dm: directWith,
  'pm-with': directWith,
  pm_with: directWith,
  sender: (organization, operand) => ({ kind: 'sender', senderId: userOf(organization, onlyOne(operand)) }),
  from: (organization, operand) => ({ kind: 'sender', senderId: userOf(organization, onlyOne(operand)) }),
  id: (_, operand) => ({ kind: 'id', messageId: messageIdOf(operand) }),
  near: (_, operand) => {
    messageIdOf(operand);
    return undefined;
  },
  is(_, operand) {
    if (operand === 'dm' || operand === 'private') return { kind: 'direct' };
    if (operand === 'unread' || operand === 'starred' || operand === 'mentioned') return { kind: operand };
    throw badNarrow(`unknown 'is' operand ${String(operand)}`);
  },
};

/** The terms that a narrow means in an organization; BAD_NARROW for what cannot be understood. */
export function narrowTerms(
  organization: OrganizationState,
  narrow: z.infer<typeof Narrow>,
): readonly NarrowTerm[] {
  return narrow.flatMap((wire) => {
    const [operator, operand, negated] = Array.isArray(wire)
      ? [wire[0], wire[1], false]
      : [wire.operator, wire.operand, wire.negated ?? false];
    const reader = Object.hasOwn(readers, operator) ? readers[operator] : undefined;
    if (reader === undefined) throw badNarrow(`unknown operator ${operator}`);
    const term = reader(organization, operand);
    return term ? [{ ...term, negated }] : [];
  });
}

const badNarrow = (desc: string): Refused =>
  new Refused('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc });

function channelOf(organization: OrganizationState, operand: Operand): ChannelId {
  const named = onlyOne(operand);
  const id = typeof named === 'number' ? (named as ChannelId) : undefined;
  const found =
    id === undefined ? channelByName(organization, String(named)) : organization.channels.byId.get(id);
  if (found === undefined) throw badNarrow(`unknown channel ${named}`);
  return found.channelId;
}

function userOf(organization: OrganizationState, person: string | number): UserId {
  const found =
    typeof person === 'number'
      ? organization.users.byId.get(person as UserId)
      : userByEmail(organization, person.trim());
  if (found === undefined) throw badNarrow(`unknown user ${person}`);
  return found.userId;
}

function topicOf(operand: Operand): string {
  return topicNamed(String(onlyOne(operand)));
}

/** The topic that a client means by a name. */
export const topicNamed = (name: string): string => (name === EMPTY_TOPIC_DISPLAY_NAME ? '' : name);

function messageIdOf(operand: Operand): MessageId {
  const text = String(onlyOne(operand));
  if (!/^\d{1,15}$/.test(text)) throw badNarrow('Invalid message ID');
  return Number(text) as MessageId;
}

/** IDs or addresses, as a list, one alone, or joined by commas. */
const listOf = (operand: Operand): readonly (string | number)[] => {
  if (Array.isArray(operand)) return operand;
  return typeof operand === 'number' ? [operand] : operand.split(',').filter((part) => part.trim() !== '');
};

function onlyOne(operand: Operand): string | number {
  if (!Array.isArray(operand)) return operand;
  throw badNarrow('one operand expected');
}
