/** Notices to owners of bots. */
import { readErasable } from '../../events/define.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type EventOf, linkText, type Notice, type NoticesOf, personText } from './define.ts';

function unheard(
  { data: { botId, ownerId, channelId, missing } }: EventOf<'BotSentInVain'>,
  organization: OrganizationState,
): readonly Notice[] {
  const bot = personText(organization, botId);
  const named = readErasable(missing ?? '', '').replaceAll('`', "'");
  const content =
    channelId === undefined
      ? `Your bot ${bot} wanted to send a message to the channel \`${named}\`, which does not exist.`
      : `Your bot ${bot} sent a message to ${linkText(organization, channelId)}, to which nobody is subscribed.`;
  return [{ about: 'owner', to: { userId: ownerId }, content }];
}

export const botNotices = { BotSentInVain: unheard } as const satisfies NoticesOf;
