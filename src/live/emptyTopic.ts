/** The display name of the empty topic, for older clients. */
import { EMPTY_TOPIC_DISPLAY_NAME } from '../events/messages.ts';
import type { ClientCapability } from './capabilities.ts';

/** Replaces the empty topic by its display name in these fields, for clients that do not support it. */
export function withNamedTopics<Shape extends object>(
  shape: Shape,
  fields: readonly string[],
  capabilities: ReadonlySet<ClientCapability>,
): Shape {
  if (capabilities.has('empty_topic_name')) return shape;
  const empty = fields.filter((field) => (shape as Readonly<Record<string, unknown>>)[field] === '');
  return { ...shape, ...Object.fromEntries(empty.map((field) => [field, EMPTY_TOPIC_DISPLAY_NAME])) };
}
