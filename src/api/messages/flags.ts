/** Message flags (read, starred, collapsed) and read receipts. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { ChannelId, MessageId } from '../../base/ids.ts';
import { changeFlags, checkFlagChange, type FlagChange, markAllRead } from '../../commands/messages/flags.ts';
import { accessOf } from '../../organization/access/access.ts';
import { canSeeReadReceipts } from '../../organization/access/messages.ts';
import type { EditableFlag } from '../../organization/slices/flags.ts';
import { messageFacts } from '../../projections/messages/facts.ts';
import type { NarrowTerm } from '../../projections/messages/narrow.ts';
import { findMessageIdsAround } from '../../projections/messages/page.ts';
import { messages } from '../../projections/messages/projection.ts';
import { findReaders } from '../../projections/messages/receipts.ts';
import { countUnread } from '../../projections/messages/summaries.ts';
import { UserTopicEntry } from '../../wire/subscriptions.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, type UserWriteContext, write } from '../http/route.ts';
import { narrowParam, parseNarrow, parseTopicName } from './narrow.ts';
import { anchorOf, anchorParam, checkAnchorExcluded, MAX_MESSAGES, rangeParams } from './reading.ts';

/** Messages per command. */
const MESSAGES_PER_COMMAND = 500;

const EDITABLE: ReadonlySet<string> = new Set<EditableFlag>(['read', 'starred', 'collapsed']);
/** Flags that follow from the message and its recipients. */
const NOT_EDITABLE: ReadonlySet<string> = new Set([
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
]);

const flagParams = {
  op: text().describe('`add` or `remove`.'),
  flag: text().describe('`read`, `starred` or `collapsed`; the others are set by what happens.'),
} as const;

const Count = z.int().nonnegative();
const Channels = z
  .array(z.int())
  .describe('Channels whose messages stay as they are, as the caller is not subscribed.');
/** Message IDs in one call. */
const MAX_MESSAGE_IDS = 10_000;

const MessageIds = z.array(z.int()).describe('The messages whose flag was changed, or to be changed.');

export const flagRoutes = routes({
  'POST /messages/flags': write({
    who: 'user',
    summary: 'Mark messages read or unread, star or collapse them',
    params: { messages: json(z.array(z.int()), MAX_MESSAGE_IDS).describe(MessageIds), ...flagParams },
    response: z.strictObject({ messages: MessageIds, ignored_because_not_subscribed_channels: Channels }),
    async handle({ params, submit }) {
      const { messages } = params;
      const change = changeOf(params);
      requireThat(
        messages.every((id) => id > 0),
        'Invalid message(s)',
      );
      const parts = partsOf(messages as MessageId[]);
      if (parts.length > 1) for (const messageIds of parts) await submit(checkFlagChange, { messageIds });
      const { ignored } = await changeInParts(submit, parts, change);
      return { messages, ignored_because_not_subscribed_channels: ignored };
    },
  }),

  'POST /messages/flags/narrow': write({
    who: 'user',
    summary: 'Add or remove a flag on messages around an anchor, within a narrow',
    params: {
      anchor: anchorParam,
      include_anchor: json(z.boolean()).default(true).describe(rangeParams.include_anchor),
      num_before: json(Count).describe(rangeParams.num_before),
      num_after: json(Count).describe(rangeParams.num_after),
      narrow: narrowParam,
      ...flagParams,
    },
    response: z.strictObject({
      processed_count: z.int().describe('Messages that were looked at.'),
      updated_count: z.int().describe('Messages whose flag was changed.'),
      first_processed_id: z
        .int()
        .nullable()
        .describe('The oldest message that was looked at; null if none was.'),
      last_processed_id: z
        .int()
        .nullable()
        .describe('The newest message that was looked at; null if none was.'),
      found_oldest: z.boolean().describe('Whether no older message matches.'),
      found_newest: z.boolean().describe('Whether no newer message matches.'),
      ignored_because_not_subscribed_channels: Channels,
    }),
    errors: ['BAD_NARROW'],
    async handle(context) {
      const { params, actor, submit } = context;
      const { state } = context.organization;
      const change = changeOf(params);
      const access = accessOf(state, actor.userId);
      const narrow = parseNarrow(context.organization, access, params.narrow);
      const reader = { gone: context.gone };
      const request = { ...clampedRange(params), anchor: anchorOf(params.anchor), narrow, reader };
      const views = await context.currentViews(messages, messageFacts);
      const page = await findMessageIdsAround(views, access, state, request);
      const { messageIds } = page;
      const { changed, ignored } = await changeInParts(submit, partsOf(messageIds), {
        ...change,
        ifReadable: true,
      });
      return {
        processed_count: messageIds.length,
        updated_count: changed,
        first_processed_id: messageIds[0] ?? null,
        last_processed_id: messageIds.at(-1) ?? null,
        found_oldest: page.foundOldest,
        found_newest: page.foundNewest,
        ignored_because_not_subscribed_channels: ignored,
      };
    },
  }),

  'GET /users/me/unread_count': read({
    who: 'user',
    isForSiblings: true,
    summary: 'Count your unread messages; pages of other organizations of the server may ask, too',
    params: {},
    response: z.strictObject({
      count: z.int().describe('How many of the caller’s newest 1,000 unread messages are not muted.'),
    }),
    async handle({ actor, organization: { state }, level }) {
      const views = await level(messages, messageFacts);
      const scope = { views, access: accessOf(state, actor.userId), organization: state };
      return { count: await countUnread({ ...scope, last: state.revision + 1 }) };
    },
  }),

  'POST /mark_all_as_read': write({
    who: 'user',
    summary: 'Mark everything read (deprecated: POST /messages/flags/narrow)',
    deprecated: true,
    params: {},
    response: z.strictObject({
      complete: z.boolean().describe('Whether all was done; otherwise call again.'),
    }),
    async handle(context) {
      const [unread] = await unreadIn(context, [], 1);
      if (unread !== undefined) await context.submit(markAllRead, undefined);
      return { complete: true };
    },
  }),

  'POST /mark_stream_as_read': write({
    who: 'user',
    summary: 'Mark a channel read (deprecated: POST /messages/flags/narrow)',
    deprecated: true,
    params: { stream_id: json(z.int()).describe(ChannelId) },
    async handle(context) {
      await markRead(context, [channelTerm(context, context.params.stream_id)]);
    },
  }),

  'POST /mark_topic_as_read': write({
    who: 'user',
    summary: 'Mark a topic read (deprecated: POST /messages/flags/narrow)',
    deprecated: true,
    params: {
      stream_id: json(z.int()).describe(ChannelId),
      topic_name: text().describe(UserTopicEntry.shape.topic_name),
    },
    async handle(context) {
      const { stream_id: streamId, topic_name: name } = context.params;
      const narrow = [
        channelTerm(context, streamId),
        { kind: 'topic', topic: parseTopicName(name) } as const,
      ];
      const [any] = await idsIn(context, narrow, 1);
      requireThat(any !== undefined, `No such topic '${name}'`);
      await markRead(context, narrow);
    },
  }),

  'GET /messages/:message_id/read_receipts': read({
    who: 'user',
    summary: 'List who has read a message',
    params: { message_id: path(MessageId) },
    response: z.strictObject({
      user_ids: z.array(z.int()).describe('Who has read it, without its sender and people who hide it.'),
    }),
    async handle({ params, actor, organization: { state }, level }) {
      const off = 'Read receipts are disabled in this organization.';
      requireThat(canSeeReadReceipts(state, actor.userId), off);
      const views = await level(messages, messageFacts);
      const readers = await findReaders(views, accessOf(state, actor.userId), state, params.message_id);
      if (readers === undefined) throw new Refused('Invalid message(s)');
      return { user_ids: [...readers] };
    },
  }),
});

type Submit = UserWriteContext['submit'];

function changeOf({ op, flag }: { op: string; flag: string }): Pick<FlagChange, 'op' | 'flag'> {
  requireThat(!NOT_EDITABLE.has(flag), `Flag not editable: '${flag}'`);
  requireThat(EDITABLE.has(flag), `Invalid flag: '${flag}'`);
  if (op === 'add' || op === 'remove') return { op, flag: flag as EditableFlag };
  throw new Refused(`Invalid message flag operation: '${op}'`);
}

const partsOf = (messageIds: readonly MessageId[]): readonly (readonly MessageId[])[] =>
  Array.from({ length: Math.ceil(messageIds.length / MESSAGES_PER_COMMAND) }, (_, index) =>
    messageIds.slice(index * MESSAGES_PER_COMMAND, (index + 1) * MESSAGES_PER_COMMAND),
  );

async function changeInParts(
  submit: Submit,
  parts: readonly (readonly MessageId[])[],
  change: Omit<FlagChange, 'messageIds'>,
) {
  const ignored = new Set<ChannelId>();
  let changed = 0;
  for (const messageIds of parts) {
    const result = await submit(changeFlags, { ...change, messageIds });
    changed += result.changed.length;
    for (const channelId of result.ignoredChannelIds) ignored.add(channelId);
  }
  return { changed, ignored: [...ignored].sort((one, other) => one - other) };
}

/** A range of at most MAX_MESSAGES: the larger side is cut first, to no less than half of them. */
function clampedRange(params: { include_anchor: boolean; num_before: number; num_after: number }) {
  const { include_anchor: includeAnchor, num_before, num_after } = params;
  checkAnchorExcluded(includeAnchor, num_before, num_after);
  const before = Math.min(num_before, Math.max(MAX_MESSAGES - num_after, MAX_MESSAGES / 2));
  return { includeAnchor, before, after: Math.min(num_after, MAX_MESSAGES - before) };
}

/** The oldest of the caller's messages in a narrow. */
async function idsIn(context: UserWriteContext, narrow: readonly NarrowTerm[], after: number) {
  const views = await context.currentViews(messages, messageFacts);
  const { actor, organization } = context;
  const access = accessOf(organization.state, actor.userId);
  const request = { anchor: 'oldest', before: 0, after, includeAnchor: true, narrow } as const;
  return (await findMessageIdsAround(views, access, organization.state, request)).messageIds;
}

const unreadIn = (context: UserWriteContext, narrow: readonly NarrowTerm[], after: number) =>
  idsIn(context, [...narrow, { kind: 'unread' }], after);

/** Marks a whole narrow as read, part by part. */
export async function markRead(context: UserWriteContext, narrow: readonly NarrowTerm[]): Promise<void> {
  for (;;) {
    const messageIds = await unreadIn(context, narrow, MESSAGES_PER_COMMAND);
    if (messageIds.length === 0) return;
    const change = { messageIds, op: 'add', flag: 'read', ifReadable: true } as const;
    const { changed } = await context.submit(changeFlags, change);
    if (changed.length === 0) return;
  }
}

function channelTerm({ actor, organization: { state } }: UserWriteContext, id: number): NarrowTerm {
  const channelId = id as ChannelId;
  const readable = accessOf(state, actor.userId).readsContent(channelId);
  requireThat(readable, 'Invalid channel ID');
  return { kind: 'channel', channelId };
}
