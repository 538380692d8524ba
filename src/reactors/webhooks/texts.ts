/** Messages about failed webhooks, in Markdown. */
import type { MessageId, UserId } from '../../ids.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { personText } from '../notices/define.ts';
import type { DeliveryFailure } from './verdict.ts';

/** Characters of an answer that the bot's owner sees. */
const MAX_SHOWN_LENGTH = 300;

/** The bot's message in the conversation. */
export const failureText = ({ inConversation }: DeliveryFailure): string => `Failure! ${inConversation}`;

/**
 * The owner's message. The owner may not be allowed to read the original message, so it contains only its ID.
 */
export function ownerText(
  organization: OrganizationState,
  { botId, messageId }: { readonly botId: UserId; readonly messageId: MessageId },
  { forOwner, answer }: DeliveryFailure,
): string {
  const bot = personText(organization, botId);
  const said = Array.from(answer.trim()).slice(0, MAX_SHOWN_LENGTH).join('');
  return [
    `A message (ID ${messageId}) to your bot ${bot} triggered an outgoing webhook.`,
    forOwner,
    ...(said === '' ? [] : ['The response contains the following payload:', fenced(said)]),
  ].join('\n');
}

/** Verbatim, in a code fence longer than any in the text. Control characters become visible symbols. */
function fenced(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const shown = text.replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, (sign) =>
    String.fromCodePoint(0x2400 + (sign.codePointAt(0) ?? 0)),
  );
  return `${fence}\n${shown}\n${fence}`;
}
