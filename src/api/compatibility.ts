/**
 * The spelling that unmodified clients know, beside our own (spec/README.md, "Names"): COMPATIBILITY_NAMES=zulip.
 */

/** The fields, and each `service_…` among them again as `zulip_…`. */
export function withCompatibilityNames(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const named: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(fields))
    if (name.startsWith('service_')) named[`zulip_${name.slice('service_'.length)}`] = value;
  return named;
}
