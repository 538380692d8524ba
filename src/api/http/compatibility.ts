/**
 * The spelling that unmodified clients know, beside our own: COMPATIBILITY_NAMES=zulip.
 * Names are there in both spellings; a value can be there in one only, and then it is theirs.
 */
import type { Form } from './form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of ours that begin, or after `realm_` go on, with what theirs have the product's name for. */
const OURS =
  /^(?:realm_)?service_(?:version|feature_level|merge_base|update_announcements_stream_id|plan_is_not_limited)$/;

const EXTRA_EMOJI = { field: 'reaction_type', ours: 'service_extra_emoji', theirs: 'zulip_extra_emoji' };

/** The fields of an answer, at any depth, with what unmodified clients look for. */
export const withCompatibilityNames = (fields: Fields): Fields => inBothSpellings(fields) as Fields;

function inBothSpellings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inBothSpellings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name === EXTRA_EMOJI.field && inner === EXTRA_EMOJI.ours) return [[name, EXTRA_EMOJI.theirs]];
      const field = inBothSpellings(inner);
      return OURS.test(name)
        ? [
            [name, field],
            [name.replace('service_', 'zulip_'), field],
          ]
        : [[name, field]];
    }),
  );
}

/** Takes what an unmodified client has sent for what it means here. Of the names, no parameter has one. */
export function acceptCompatibilityNames(form: Form): void {
  if (form.get(EXTRA_EMOJI.field) === EXTRA_EMOJI.theirs) form.set(EXTRA_EMOJI.field, EXTRA_EMOJI.ours);
}
