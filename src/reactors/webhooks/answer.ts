/** The reply in the body of a receiver's answer. */
import { z } from 'zod';
import { Widget } from '../../wire/widgets.ts';

/** A reply, none, or something invalid: `complaint` is then shown to people. */
export type WebhookReply =
  | { readonly kind: 'message'; readonly content: string; readonly widget: string | undefined }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unusable'; readonly complaint: string };

const NOTHING: WebhookReply = { kind: 'nothing' };
const unusable = (complaint: string): WebhookReply => ({ kind: 'unusable', complaint });

/** `isWhole` is false if the body was too long to be read to its end. */
export function parseReply(body: string, isWhole: boolean): WebhookReply {
  const text = body.trim();
  if (text === '') return NOTHING;
  const parsed = isWhole ? parse(text) : undefined;
  if (parsed === undefined) return unusable('Invalid JSON in response');
  if (parsed.value === '') return NOTHING;
  const fields = z.record(z.string(), z.unknown()).safeParse(parsed.value).data;
  return fields === undefined ? unusable('Invalid response format') : wanted(fields);
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Numbers and booleans are used as written; null counts as absent. */
const Content = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]).nullish();

/** The older `response_string` wins. */
function wanted(fields: Readonly<Record<string, unknown>>): WebhookReply {
  if (fields['response_not_required'] === true) return NOTHING;
  const content = Content.safeParse(fields['response_string'] ?? fields['content']);
  if (!content.success) return unusable('Invalid response format');
  if (content.data === undefined || content.data === null || content.data.trim() === '') return NOTHING;
  const widget = widgetIn(fields['widget_content']);
  if (widget === undefined) return unusable('Widgets: widget_content is not understood');
  return { kind: 'message', content: whole(content.data), widget: widget ?? undefined };
}

/** A lone surrogate, which JSON allows and UTF-8 does not, becomes a replacement character. */
const whole = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\ufffd');

/** The widget as JSON text, which it may be already; null if absent, undefined if invalid. */
function widgetIn(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  const given = typeof value === 'string' ? parse(value)?.value : value;
  const widget = Widget.safeParse(given);
  return widget.success ? JSON.stringify(widget.data) : undefined;
}
