/** What clients are told of channels, folders, subscriptions and topics. */
import { z } from 'zod';
import { CHANNEL_PERMISSIONS } from '../../events/channels.ts';
import { channelFields } from '../../wire/channels.ts';
import { settingFields } from '../../wire/subscriptions.ts';
import { plainRow, row } from '../../wire/row.ts';

const ids = z.array(z.int());
const Channel = z.strictObject(channelFields);

/** Without the receiver's colour where nobody asked for one: until delivery. */
const Subscription = z.strictObject({
  ...channelFields,
  ...settingFields,
  color: z.string().optional(),
  subscribers: ids,
});

/** Properties that change by themselves. */
const plainProperties = [
  ...(['name', 'message_retention_days', 'topics_policy', 'first_message_id', 'folder_id'] as const),
  ...(['is_recently_active', 'is_archived', 'stream_post_policy', 'is_announcement_only'] as const),
  ...Object.values(CHANNEL_PERMISSIONS).map(({ wireName }) => wireName),
] as const;

/** A property with a value of its own kind, beside what it comes with. */
const update = <Property extends keyof typeof channelFields>(
  property: Property,
  beside: z.core.$ZodLooseShape = {},
) =>
  row('stream', 'update', {
    stream_id: z.int(),
    name: z.string(),
    property: z.literal(property),
    value: channelFields[property],
    ...beside,
  });

const { description, invite_only: inviteOnly } = channelFields;
const channel = { stream_id: z.int(), name: z.string() } as const;

export const channelPayloads = {
  'stream/create': row('stream', 'create', { streams: z.array(Channel) }),
  'stream/delete': row('stream', 'delete', {
    streams: z.array(z.strictObject({ stream_id: z.int() })),
    stream_ids: ids,
  }),
  'stream/update': z.union(plainProperties.map((property) => update(property))),
  'stream/update (description)': row('stream', 'update', {
    ...channel,
    property: z.literal('description'),
    value: description,
    rendered_description: z.string(),
  }),
  'stream/update (invite_only)': row('stream', 'update', {
    ...channel,
    property: z.literal('invite_only'),
    value: inviteOnly,
    history_public_to_subscribers: z.boolean(),
    is_web_public: z.boolean(),
  }),
  'subscription/add': row('subscription', 'add', { subscriptions: z.array(Subscription) }),
  'subscription/remove': row('subscription', 'remove', { subscriptions: z.array(z.strictObject(channel)) }),
  'subscription/update': row('subscription', 'update', {
    stream_id: z.int(),
    property: z.enum(Object.keys(settingFields) as [keyof typeof settingFields]),
    value: z.union([z.boolean(), z.string(), z.null()]),
  }),
  'subscription/peer_add': row('subscription', 'peer_add', { stream_ids: ids, user_ids: ids }),
  'subscription/peer_remove': row('subscription', 'peer_remove', { stream_ids: ids, user_ids: ids }),
  default_streams: plainRow('default_streams', { default_streams: ids }),
  user_topic: plainRow('user_topic', {
    stream_id: z.int(),
    topic_name: z.string(),
    last_updated: z.int(),
    visibility_policy: z.int().min(0).max(3),
  }),
  /** The full list is added by delivery, for the queues that still ask for it. */
  muted_topics: plainRow('muted_topics', {}),
} as const;
