/** The consequences of deliveries in the organization: replies, failure reports, disabled webhooks. */
import { Refused } from '../../base/errors.ts';
import type { MessageId, UserId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import { BY_SERVER } from '../../commands/define.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import { postTo } from '../../commands/messages/posts.ts';
import type { RenderText } from '../../commands/messages/rendering.ts';
import { sendKeyHash, sendMessage, sentOnce, submitMessage } from '../../commands/messages/send.ts';
import { disableBotService } from '../../commands/people/bots.ts';
import type { Conversation } from '../../events/messages.ts';
import type { Delivery } from '../../organization/slices/bots.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { personText } from '../notices/define.ts';
import type { SendNotice } from '../notices/notices.ts';
import type { DeliveryFailure } from './attemptResult.ts';
import type { DeliveryActions, ReplyText } from './define.ts';

// Messages about failed webhooks, in Markdown.

/** Characters of an answer that the bot's owner sees. */
const MAX_SHOWN_LENGTH = 300;

/** The bot's message in the conversation. */
const failureText = ({ inConversation }: DeliveryFailure): string => `Failure! ${inConversation}`;

/**
 * The owner's message. The owner may not be allowed to read the original message, so it contains only its ID.
 */
function ownerText(
  organization: OrganizationState,
  { botId, messageId }: { readonly botId: UserId; readonly messageId: MessageId },
  { forOwner, answer }: DeliveryFailure,
): string {
  const bot = personText(organization, botId);
  const excerpt = Array.from(answer.trim()).slice(0, MAX_SHOWN_LENGTH).join('');
  return [
    `A message (ID ${messageId}) to your bot ${bot} triggered an outgoing webhook.`,
    forOwner,
    ...(excerpt === '' ? [] : ['The response contains the following payload:', fenced(excerpt)]),
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

export interface ReplyDependencies {
  readonly lanes: Lanes;
  readonly logger: Logger;
  readonly render: RenderText;
  readonly notify: SendNotice;
}

/** The client name of webhook replies. */
const CLIENT = 'OutgoingWebhookResponse';

export function deliveryReplies(parts: ReplyDependencies): Omit<DeliveryActions, 'prepare'> {
  const { lanes, logger } = parts;
  return {
    async reply(organizationId, delivery, to, text) {
      try {
        const lane = await lanes.organization(organizationId);
        return { replyId: await postOnce(parts, lane, delivery, { to, text, about: 'reply' }) };
      } catch (error) {
        if (error instanceof Refused) return { refusal: error.message };
        throw error;
      }
    },
    async notify(organizationId, delivery, to, failure) {
      const { deliveryId } = delivery;
      const lane = await lanes.organization(organizationId);
      const logUnsent = (err: unknown): void => {
        if (!(err instanceof Refused)) throw err;
        logger.info(
          { event: 'webhook.report_refused', organizationId, delivery: deliveryId, err },
          `No message about the failure of webhook delivery ${deliveryId} could be sent.`,
        );
      };
      const text = { content: failureText(failure), widget: undefined };
      await Promise.all([
        postOnce(parts, lane, delivery, { to, text, about: 'failure' }).catch(logUnsent),
        notifyOwner(parts, lane, delivery, failure).catch(logUnsent),
      ]);
    },
    async disable(organizationId, { botId, deliveryId }, baseUrl) {
      const lane = await lanes.organization(organizationId);
      await lane.submit(disableBotService, { botId, baseUrl }, { ...BY_SERVER, correlationId: deliveryId });
    },
  };
}

/** The bot's owner gets more detail, if their account is active. */
async function notifyOwner(
  { notify }: ReplyDependencies,
  { state }: OrganizationLane,
  { botId, deliveryId, messageId }: Delivery,
  failure: DeliveryFailure,
): Promise<void> {
  const userId = state.users.byId.get(botId)?.bot?.ownerId ?? undefined;
  if (userId === undefined || state.users.byId.get(userId)?.active !== true) return;
  const content = ownerText(state, { botId, messageId }, failure);
  const cause = { organizationId: state.organizationId, actor: null, correlationId: deliveryId };
  await notify(`notice:${deliveryId}`, { about: 'webhook', to: { userId }, content }, cause);
}

/** A message of the bot about a delivery, sent once. */
interface BotPost {
  readonly to: Conversation;
  readonly text: ReplyText;
  readonly about: 'reply' | 'failure';
}

async function postOnce(
  { render }: ReplyDependencies,
  lane: OrganizationLane,
  { botId, deliveryId }: Delivery,
  { to, text, about }: BotPost,
): Promise<MessageId> {
  const message = {
    ...postTo(to),
    isReply: true,
    source: text.content,
    writerId: botId,
    widget: text.widget,
    readBySender: true,
    ...sentOnce(sendKeyHash(lane.state.organizationId, deliveryId, about)),
  };
  const submission = { actor: botId, client: CLIENT, correlationId: deliveryId };
  const { result } = await submitMessage(render, lane.state, message, (checked) =>
    lane.submit(sendMessage, checked, submission),
  );
  return result.messageId;
}
