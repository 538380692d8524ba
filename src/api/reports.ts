/** Reporting messages to the moderators. */
import { reportMessage } from '../commands/reports.ts';
import { Refused } from '../errors.ts';
import { ReportType } from '../events/reports.ts';
import { MessageId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { findMessage } from '../projections/messages/page.ts';
import { messages } from '../projections/messages/projection.ts';
import { path, text } from './http/parameters.ts';
import { EmptyResponse, routes, write } from './http/route.ts';

export const reportRoutes = routes({
  'POST /messages/:message_id/report': write({
    who: 'user',
    summary: 'Report a message to the moderators',
    params: {
      message_id: path(MessageId),
      report_type: text(ReportType),
      description: text().default('').describe('At most 1,000 characters; required for `other`.'),
    },
    response: EmptyResponse,
    async handle({ params, actor, organization: { state }, currentViews, submit }) {
      const { message_id: messageId, report_type: reportType, description } = params;
      const views = await currentViews(messages, messageFacts);
      const message = await findMessage(views, accessOf(state, actor.userId), state, messageId);
      if (message === undefined) throw new Refused('Invalid message(s)');
      const { senderId, content } = message;
      await submit(reportMessage, { messageId, senderId, content, reportType, description });
      return {};
    },
  }),
});
