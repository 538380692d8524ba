/**
 * The names that unmodified Zulip clients use, beside our own: COMPATIBILITY_NAMES=zulip. Fields appear under
 * both names; a value, which can have only one form, has Zulip's.
 */
import type { Form } from './form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Our names that differ from Zulip's only by the product's name, at the start or after `realm_`. */
const OURS =
  /^(?:realm_)?service_(?:version|feature_level|merge_base|update_announcements_stream_id|plan_is_not_limited)$/;

const EXTRA_EMOJI = { field: 'reaction_type', ours: 'service_extra_emoji', theirs: 'zulip_extra_emoji' };

/** An answer's fields, at any depth, with the names that unmodified clients expect. */
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

/** Translates values that unmodified clients send. No parameter's name differs. */
export function acceptCompatibilityNames(form: Form): void {
  if (form.get(EXTRA_EMOJI.field) === EXTRA_EMOJI.theirs) form.set(EXTRA_EMOJI.field, EXTRA_EMOJI.ours);
}
