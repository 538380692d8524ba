/**
 * The names that unmodified Zulip clients use, beside our own: COMPATIBILITY_NAMES=zulip. Fields appear under
 * both names; a value, which can have only one form, has Zulip's. Reactions also show their person as an object,
 * which older clients read.
 */
import type { UserId } from '../base/ids.ts';
import { accessOf } from '../organization/access/access.ts';
import type { HostedOrganization } from './define.ts';
import { type MessageViewContext, visiblePerson } from './messages.ts';

type JsonFields = Readonly<Record<string, unknown>>;

/** Our names that differ from Zulip's only by the product's name, at the start or after `realm_`. */
const OURS =
  /^(?:realm_)?service_(?:version|feature_level|merge_base|update_announcements_stream_id|plan_is_not_limited)$/;

const EXTRA_EMOJI = { field: 'reaction_type', ours: 'service_extra_emoji', theirs: 'zulip_extra_emoji' };

/** What clients are told, and what they send, if they are not clients of ours. */
export interface Compatibility {
  /** The fields of an answer or a client event, at any depth, as a viewer's clients expect them; null: a spectator's. */
  shown(
    fields: JsonFields,
    organization: Pick<HostedOrganization, 'state' | 'host'>,
    viewerId: UserId | null,
  ): JsonFields;
  /** Translates values that clients send. No parameter's name differs. */
  accept(parameters: Map<string, string>): void;
}

export const compatibility: Compatibility = {
  shown: (fields, organization, viewerId) =>
    inBothSpellings(fields, { organization, access: accessOf(organization.state, viewerId) }) as JsonFields,
  accept(parameters) {
    const { field, ours, theirs } = EXTRA_EMOJI;
    if (parameters.get(field) === theirs) parameters.set(field, ours);
  },
};

function inBothSpellings(value: unknown, showing: MessageViewContext): unknown {
  if (Array.isArray(value)) return value.map((element) => inBothSpellings(element, showing));
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name === EXTRA_EMOJI.field && inner === EXTRA_EMOJI.ours) return [[name, EXTRA_EMOJI.theirs]];
      const field = inBothSpellings(inner, showing);
      return OURS.test(name)
        ? [
            [name, field],
            [name.replace('service_', 'zulip_'), field],
          ]
        : [[name, field]];
    }),
  );
  return isReaction(value) ? { ...named, user: reactingPerson(value.user_id, showing) } : named;
}

/** Reactions of a message, and the client events of one; not what people say of themselves by an emoji. */
const isReaction = (value: object): value is { readonly user_id: UserId } =>
  EXTRA_EMOJI.field in value && 'user_id' in value && (!('type' in value) || value.type === 'reaction');

/** `id` is its name in messages, `user_id` in events. */
const reactingPerson = (userId: UserId, showing: MessageViewContext) => ({
  user_id: userId,
  ...visiblePerson(showing, userId),
});
