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

/** What those clients compare with the versions that they know, in place of ours. */
const COMPATIBLE_VERSION = '12.0';

/** Our names that differ from Zulip's only by the product's name, at the start or after `realm_`. */
const OURS =
  /^(?:realm_)?service_(?:version|feature_level|merge_base|update_announcements_stream_id|plan_is_not_limited)$/;
/** Those that are parameters. */
const PARAMETERS = ['service_update_announcements_stream_id'] as const;
const compatibleName = (ours: string): string => ours.replace('service_', 'zulip_');

const EXTRA_EMOJI = { field: 'reaction_type', ours: 'service_extra_emoji', theirs: 'zulip_extra_emoji' };

/** What clients are told, and what they send, if they are not clients of ours. */
export interface Compatibility {
  /** The fields of an answer or a client event, at any depth, as a viewer's clients expect them; null: a spectator's. */
  shown(
    fields: JsonFields,
    organization: Pick<HostedOrganization, 'state' | 'host'>,
    viewerId: UserId | null,
  ): JsonFields;
  /** A client event in all forms that the viewer's clients understand: a property under each of its names. */
  eventsShown(
    event: object,
    organization: Pick<HostedOrganization, 'state' | 'host'>,
    viewerId: UserId | null,
  ): readonly object[];
  /** Translates names and values that clients send; a parameter that is there under our name stays. */
  accept(parameters: Map<string, string>): void;
}

/** Whether a client event has another form, or several, for clients of others: the JSON of all others is shared. */
export const isShownOtherwise = (event: object): boolean =>
  'reaction_type' in event || ('type' in event && event.type === 'restart') || isOurProperty(event);

/** An event that names a changed property in a value. */
export const isOurProperty = (event: object): event is { readonly property: string } =>
  'property' in event && typeof event.property === 'string' && OURS.test(event.property);

export const compatibility: Compatibility = {
  shown: (fields, organization, viewerId) =>
    inBothSpellings(fields, { organization, access: accessOf(organization.state, viewerId) }) as JsonFields,
  eventsShown(event, organization, viewerId) {
    const shown = this.shown({ ...event }, organization, viewerId);
    return isOurProperty(event) ? [shown, { ...shown, property: compatibleName(event.property) }] : [shown];
  },
  accept(parameters) {
    for (const name of PARAMETERS) {
      const sent = parameters.get(compatibleName(name));
      if (sent === undefined || parameters.has(name)) continue;
      parameters.delete(compatibleName(name));
      parameters.set(name, sent);
    }
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
            [compatibleName(name), name === 'service_version' ? COMPATIBLE_VERSION : field],
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
