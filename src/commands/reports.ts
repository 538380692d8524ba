/** Decisions about reporting messages. */
import { requireThat } from '../errors.ts';
import { MessageReported, type ReportType } from '../events/reports.ts';
import type { MessageId, UserId } from '../ids.ts';
import { settingsOf } from '../organization/organizations.ts';
import { command } from './define.ts';
import { requireText } from './text.ts';
import { callerOf } from './topics.ts';

const MAX_DESCRIPTION_LENGTH = 1_000;

interface ReportInput {
  readonly messageId: MessageId;
  readonly senderId: UserId;
  /** The message as the caller reads it. */
  readonly content: string;
  readonly reportType: ReportType;
  readonly description: string;
}

/** Reports a message that the caller may read to the moderators. */
export const reportMessage = command<ReportInput, void>({
  name: 'ReportMessage',
  decide(organization, { description: given, ...report }, context) {
    const reporterId = callerOf(context);
    const channelId = settingsOf(organization).moderationRequestChannelId;
    const off = 'Moderation request channel must be specified to enable message reporting.';
    requireThat(channelId !== null, off);
    const description = given.trim();
    requireText(description, MAX_DESCRIPTION_LENGTH, 'description');
    const isExplained = report.reportType !== 'other' || description !== '';
    requireThat(isExplained, 'An explanation is required.');
    return {
      events: [MessageReported({ ...report, reporterId, channelId, description })],
      result: undefined,
    };
  },
});
