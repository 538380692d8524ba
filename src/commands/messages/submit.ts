/** The steps from an author's text to the lane: check, render, submit. */
import type { UserId } from '../../ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { checkedContent } from '../text.ts';
import { type RenderedText, type RenderText, type WrittenText, renderText } from './rendering.ts';
import type { SendMessageInput } from './send.ts';

/** A message with an unchecked text. */
export interface UncheckedMessage extends Omit<SendMessageInput, keyof WrittenText> {
  /** Markdown. */
  readonly source: string;
  /** Names in the text mean people whom this user may know. */
  readonly writerId: UserId;
  /** Replaces the widget that the text defines, as JSON text. */
  readonly widget?: string | undefined;
  /** Whether mentions in the text notify nobody. */
  readonly isSilent?: boolean;
}

/**
 * Checks a message's text, renders it, and calls `submit` once. Throws what `checkedContent` refuses; submits
 * in the same turn unless rendering needs more time.
 */
export function submitMessage<Result>(
  render: RenderText,
  organization: OrganizationState,
  { source, writerId, widget, isSilent = false, ...message }: UncheckedMessage,
  submit: (message: SendMessageInput) => Promise<Result>,
): Promise<Result> {
  const submitted = ({ content, rendered }: WrittenText) =>
    submit({ ...message, content, rendered: adapted(rendered, widget, isSilent) });
  const text = renderText(render, organization, checkedContent(source), writerId);
  return text instanceof Promise ? text.then(submitted) : submitted(text);
}

const NO_MENTIONS = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [] } as const;

function adapted(rendered: RenderedText, widget: string | undefined, isSilent: boolean): RenderedText {
  if (widget === undefined && !isSilent) return rendered;
  return { ...rendered, ...(isSilent && NO_MENTIONS), widget: widget ?? rendered.widget };
}
