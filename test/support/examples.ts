/** The only maker of sample events: sensible defaults, any field replaced by what a test is about. */
import {
  type AnyEvent,
  decode,
  eventDefinition,
  type ErasedSubjects,
  validate,
} from '../../src/events/catalog.ts';
import { chainEvent, chainStart } from '../../src/events/chain.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { StoredEvent } from '../../src/events/log/eventLog.ts';
import { organizationStream, ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import { alertWordExamples } from './examples/alertWords.ts';
import { botExamples } from './examples/bots.ts';
import { channelFolderExamples } from './examples/channelFolders.ts';
import { channelExamples } from './examples/channels.ts';
import { credentialExamples } from './examples/credentials.ts';
import { deviceExamples } from './examples/devices.ts';
import { draftExamples } from './examples/drafts.ts';
import { emojiExamples } from './examples/emoji.ts';
import { exportExamples, fileExamples } from './examples/files.ts';
import { flagExamples } from './examples/flags.ts';
import { invitationExamples } from './examples/invitations.ts';
import { linkifierExamples } from './examples/linkifiers.ts';
import { messageExamples } from './examples/messages.ts';
import { mutedUserExamples } from './examples/mutedUsers.ts';
import { organizationExamples } from './examples/organizations.ts';
import { personalExamples } from './examples/personal.ts';
import { profileFieldExamples } from './examples/profileFields.ts';
import { reactionExamples } from './examples/reactions.ts';
import { recordExamples } from './examples/record.ts';
import { reportExamples } from './examples/reports.ts';
import { scheduledMessageExamples } from './examples/scheduledMessages.ts';
import { sessionExamples } from './examples/sessions.ts';
import { submessageExamples } from './examples/submessages.ts';
import { subscriptionSettingExamples } from './examples/subscriptionSettings.ts';
import { subscriptionExamples } from './examples/subscriptions.ts';
import { topicExamples } from './examples/topics.ts';
import { userGroupExamples } from './examples/userGroups.ts';
import { userExamples } from './examples/users.ts';

export { examplePermissions } from './examples/channels.ts';

/**
 * Makers by area. One of each after the other is a history of everything that can happen, so what it presupposes stands
 * before it.
 */
export const example = {
  ...organizationExamples,
  ...userGroupExamples,
  ...userExamples,
  ...botExamples,
  ...channelExamples,
  ...subscriptionExamples,
  ...messageExamples,
  ...alertWordExamples,
  ...channelFolderExamples,
  ...credentialExamples,
  ...sessionExamples,
  ...recordExamples,
  ...deviceExamples,
  ...draftExamples,
  ...emojiExamples,
  ...fileExamples,
  ...flagExamples,
  ...invitationExamples,
  ...mutedUserExamples,
  ...profileFieldExamples,
  ...reactionExamples,
  ...scheduledMessageExamples,
  ...submessageExamples,
  ...subscriptionSettingExamples,
  ...topicExamples,
  ...personalExamples,
  ...linkifierExamples,
  ...reportExamples,
  ...exportExamples,
};

/** Where a made-up recording goes on: after the last event of `after`, by whom, at which pace. */
export interface RecordingOptions {
  readonly after?: Pick<OrganizationState, 'revision' | 'hash'> | undefined;
  readonly organizationId?: number;
  readonly actor?: number | null;
}

/** Time of revision 0 in samples; each event comes a second after the one before. */
export const EXAMPLE_START = Date.UTC(2026, 0, 1);

/** The events as a log would hold them: validated, chained, at positions with gaps. */
export function stored(events: readonly DomainEvent[], options: RecordingOptions = {}): StoredEvent[] {
  const organization = options.organizationId ?? ROOT_ORGANIZATION;
  const stream = organizationStream(organization as typeof ROOT_ORGANIZATION);
  let last = options.after ?? { revision: -1, hash: chainStart(stream) };
  return events.map(({ type, data }) => {
    validate(type, data);
    const revision = last.revision + 1;
    const metadata = {
      version: eventDefinition(type)?.version,
      organization,
      actor: options.actor ?? null,
      client: 'test',
      command: 'Example',
      time: EXAMPLE_START + revision * 1000,
      $correlationId: `correlation-${revision}`,
      $causationId: `cause-${revision}`,
    };
    const written = {
      id: `event-${revision}`,
      type,
      data: JSON.stringify(data),
      metadata: JSON.stringify(metadata),
    };
    const { hash, ...event } = chainEvent(last.hash, written);
    last = { revision, hash };
    return { ...event, stream, revision, position: revision * 3 + 1 };
  });
}

/** The events as they are read back: with increasing revisions, positions and times, chained hashes. */
export const recorded = (
  events: readonly DomainEvent[],
  options?: RecordingOptions,
  erased?: ErasedSubjects,
): AnyEvent[] => stored(events, options).map((event) => decode(event, erased));

/** An organization founded with its system groups, and the state after the given events. */
export function organizationAfter(...events: readonly DomainEvent[]): OrganizationState {
  const state = emptyOrganization(ROOT_ORGANIZATION);
  return foldOn(state, example.organizationFounded(), example.systemGroupsCreated(), ...events);
}

/** Records the events after those that a state has folded, and folds them. */
export function foldOn(state: OrganizationState, ...events: readonly DomainEvent[]): OrganizationState {
  for (const event of recorded(events, { after: state })) state.fold(event);
  return state;
}
