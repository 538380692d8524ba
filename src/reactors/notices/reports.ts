/** Notices to moderators about reports. */
import { noteOf, quoteOf } from '../../commands/quotes.ts';
import { readErasable } from '../../events/define.ts';
import { REPORT_TYPES } from '../../events/reports.ts';
import { inChannel, type NoticesOf, personText } from './define.ts';

/** Characters of a name in a topic. */
const SHOWN = 40;

export const reportNotices = {
  MessageReported({ data }, organization) {
    const { messageId, senderId, reporterId, channelId, reportType } = data;
    const name = organization.users.byId.get(senderId)?.fullName ?? '';
    const description = readErasable(data.description, '');
    const content = [
      `${personText(organization, reporterId)} reported [a message](/#narrow/near/${messageId}) by ` +
        `${personText(organization, senderId)}: **${REPORT_TYPES[reportType]}**`,
      ...(description === '' ? [] : [noteOf(description)]),
      quoteOf(readErasable(data.content, '…')),
    ].join('\n\n');
    const topic = `Reports about ${[...name].slice(0, SHOWN).join('')}`;
    return inChannel(organization, channelId, topic, { about: 'moderators', content });
  },
} as const satisfies NoticesOf;
