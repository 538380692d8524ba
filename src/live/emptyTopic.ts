/** The empty topic, which older clients know by its display name. */
import { EMPTY_TOPIC_DISPLAY_NAME } from '../events/messages.ts';
import type { ClientCapability } from './capabilities.ts';

/** The shape with the empty topic by its display name in these fields, for clients that do not know it. */
export function withNamedTopics<Shape extends object>(
  shape: Shape,
  fields: readonly string[],
  capabilities: ReadonlySet<ClientCapability>,
): Shape {
  if (capabilities.has('empty_topic_name')) return shape;
  const empty = fields.filter((field) => (shape as Readonly<Record<string, unknown>>)[field] === '');
  return { ...shape, ...Object.fromEntries(empty.map((field) => [field, EMPTY_TOPIC_DISPLAY_NAME])) };
}
