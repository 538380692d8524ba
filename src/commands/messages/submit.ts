/** The way of a message from what its author wrote to the lane: checked, rendered, submitted. */
import type { UserId } from '../../ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { checkedContent } from '../text.ts';
import { type RenderedText, type RenderText, type WrittenText, writtenText } from './rendering.ts';
import type { SendMessageInput } from './send.ts';

/** A message whose text nobody has checked yet. */
export interface RawMessage extends Omit<SendMessageInput, keyof WrittenText> {
  /** Markdown. */
  readonly source: string;
  /** Names in the text mean people whom this one may know. */
  readonly writerId: UserId;
  /** The widget to show instead of the one that the text begins, as JSON text. */
  readonly widget?: string | undefined;
  /** Whether the text notifies nobody whom it mentions. */
  readonly isSilent?: boolean;
}

/**
 * Checks a message's text, renders it, and hands the message to `submit` once. Throws what `checkedContent` refuses;
 * submits in the same turn where rendering needs no other.
 */
export function submitMessage<Result>(
  render: RenderText,
  organization: OrganizationState,
  { source, writerId, widget, isSilent = false, ...message }: RawMessage,
  submit: (message: SendMessageInput) => Promise<Result>,
): Promise<Result> {
  const submitted = ({ content, rendered }: WrittenText) =>
    submit({ ...message, content, rendered: adapted(rendered, widget, isSilent) });
  const text = writtenText(render, organization, checkedContent(source), writerId);
  return text instanceof Promise ? text.then(submitted) : submitted(text);
}

const NO_MENTIONS = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [] } as const;

function adapted(rendered: RenderedText, widget: string | undefined, isSilent: boolean): RenderedText {
  if (widget === undefined && !isSilent) return rendered;
  return { ...rendered, ...(isSilent && NO_MENTIONS), widget: widget ?? rendered.widget };
}
