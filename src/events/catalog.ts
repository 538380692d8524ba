/** All event types of all areas: how stored bytes become events, and back. */
import { type OrganizationId, organizationStream } from '../base/ids.ts';
import { botEvents, botStorageEvents } from './bots.ts';
import { channelEvents, channelFolderEvents } from './channels.ts';
import { credentialEvents, deviceEvents, legacyTokenEvents, sessionEvents } from './credentials.ts';
import {
  type DataOf,
  type DomainEvent,
  ERASED,
  type ErasureSubject,
  type EventArea,
  type EventDefinition,
  type RecordedEvent,
  type StreamKind,
} from './define.ts';
import { emojiEvents } from './emoji.ts';
import { fileEvents } from './files.ts';
import { invitationEvents } from './invitations.ts';
import { linkifierEvents, playgroundEvents } from './linkifiers.ts';
import type { EventLog, StoredEvent } from './log/eventLog.ts';
import { flagEvents, messageEvents, submessageEvents } from './messages.ts';
import { parseMetadata } from './metadata.ts';
import {
  domainEvents,
  exportEvents,
  organizationEvents,
  organizationPictureEvents,
  recordEvents,
  serverEvents,
} from './organizations.ts';
import {
  alertWordEvents,
  draftEvents,
  mutedUserEvents,
  navigationViewEvents,
  onboardingEvents,
  reminderEvents,
  savedSnippetEvents,
  scheduledMessageEvents,
  userStatusEvents,
} from './personal.ts';
import { presenceEvents, typingEvents } from './presence.ts';
import { profileFieldEvents } from './profileFields.ts';
import { reactionEvents, reportEvents } from './reactions.ts';
import { pushEvents, reactorEvents, webhookEvents } from './reactors.ts';
import { subscriptionEvents, subscriptionSettingEvents, topicEvents } from './subscriptions.ts';
import { userGroupEvents } from './userGroups.ts';
import { userEvents } from './users.ts';

/** Every area, in the order in which the documentation lists them. */
export const eventAreas = {
  server: serverEvents,
  organizations: organizationEvents,
  users: userEvents,
  profileFields: profileFieldEvents,
  credentials: credentialEvents,
  sessions: sessionEvents,
  record: recordEvents,
  bots: botEvents,
  devices: deviceEvents,
  userGroups: userGroupEvents,
  channels: channelEvents,
  channelFolders: channelFolderEvents,
  subscriptions: subscriptionEvents,
  subscriptionSettings: subscriptionSettingEvents,
  topics: topicEvents,
  messages: messageEvents,
  reactions: reactionEvents,
  submessages: submessageEvents,
  emoji: emojiEvents,
  files: fileEvents,
  flags: flagEvents,
  invitations: invitationEvents,
  scheduledMessages: scheduledMessageEvents,
  mutedUsers: mutedUserEvents,
  alertWords: alertWordEvents,
  drafts: draftEvents,
  savedSnippets: savedSnippetEvents,
  userStatus: userStatusEvents,
  reminders: reminderEvents,
  navigationViews: navigationViewEvents,
  onboarding: onboardingEvents,
  botStorage: botStorageEvents,
  linkifiers: linkifierEvents,
  playgrounds: playgroundEvents,
  domains: domainEvents,
  reports: reportEvents,
  exports: exportEvents,
  organizationPictures: organizationPictureEvents,
  legacyTokens: legacyTokenEvents,
  presence: presenceEvents,
  typing: typingEvents,
  reactors: reactorEvents,
  pushes: pushEvents,
  webhooks: webhookEvents,
} as const satisfies Readonly<Record<string, EventArea>>;

type Area = (typeof eventAreas)[keyof typeof eventAreas];

/** Event name → data, for all areas in streams of one kind. */
type EventsIn<Kind extends StreamKind> = AllOf<Extract<Area, { readonly stream: Kind }>>;
/** The events of several areas; event names are unique. */
type AllOf<Areas extends EventArea> = (
  Areas extends EventArea ? (events: DataOf<Areas>) => void : never
) extends (events: infer All) => void
  ? All
  : never;

/** Event name → data, for streams of organizations. */
export type OrganizationEvents = EventsIn<'organization'>;

/** Event name → data, for the stream of the server. */
export type ServerEvents = EventsIn<'server'>;

/** Event name → data, for ephemeral streams. */
export type EphemeralEvents = EventsIn<'ephemeral'>;

/** Event name → data, for streams of reactors. */
export type ReactorEvents = EventsIn<'reactor'>;

export type EventTypes = OrganizationEvents & ServerEvents & EphemeralEvents & ReactorEvents;

/** An event to be recorded: `newEvent('ChannelRenamed', { … })`. */
export const newEvent = <Type extends keyof EventTypes>(
  type: Type,
  data: EventTypes[Type],
): DomainEvent<Type, EventTypes[Type]> => ({ type, data });

/** The data of a sent message, which most readers of events ask for. */
export type MessageSentData = EventTypes['MessageSent'];

/** A recorded event of one type. */
export type EventOf<Type extends keyof EventTypes> = RecordedEvent<Type, EventTypes[Type]>;

/** An event of any known type, read back from the log. */
export type AnyEvent = {
  [Type in keyof EventTypes]: EventOf<Type>;
}[keyof EventTypes];

const areasByType: ReadonlyMap<string, EventArea> = new Map(
  Object.values<EventArea>(eventAreas).flatMap((area) =>
    Object.keys(area.definitions).map((type) => [type, area]),
  ),
);

/** The area of an event type; undefined for an unknown one. */
export const eventArea = (type: string): EventArea | undefined => areasByType.get(type);

/** The definition of an event type; undefined for an unknown one. */
export const eventDefinition = (type: string): EventDefinition | undefined =>
  areasByType.get(type)?.definitions[type];

/** An event type or version that this node does not know: it must stop instead of skipping it. */
export class UnknownEvent extends Error {
  constructor(event: Pick<StoredEvent, 'type' | 'position'>, version: number) {
    super(
      `The event at position ${event.position} is a ${event.type} of version ${version}, unknown to this release.`,
    );
    this.name = 'UnknownEvent';
  }
}

/** Whether a subject's text has been erased; the field is the one that names the subject. */
export type ErasedSubjects = (
  subject: ErasureSubject,
  event: { readonly data: Record<string, unknown> },
) => boolean;

/**
 * Decodes a stored event into its newest version. The hash chain proves that a validated write stored these
 * bytes, so the schema is not checked again (`validate` does that, for `log verify`).
 */
export function decode(stored: StoredEvent, erased?: ErasedSubjects): AnyEvent {
  const metadata = parseMetadata(stored.metadata);
  const recordedVersion = metadata.version;
  const definition = eventDefinition(stored.type);
  if (definition === undefined || recordedVersion > definition.version)
    throw new UnknownEvent(stored, recordedVersion);
  let data = JSON.parse(stored.data) as Record<string, unknown>;
  for (let version = recordedVersion; version < definition.version; version += 1) {
    const upcast = definition.upcasts[version];
    if (upcast === undefined) throw new UnknownEvent(stored, version);
    data = upcast(data);
  }
  if (erased) eraseFields(definition, data, erased);
  const { id, stream, revision, position, type } = stored;
  return { type, data, id, stream, revision, position, metadata } as unknown as AnyEvent;
}

function eraseFields(
  definition: EventDefinition,
  data: Record<string, unknown>,
  erased: ErasedSubjects,
): void {
  for (const [field, subject] of definition.erasable) {
    if (data[field] !== undefined && erased(subject, { data })) data[field] = ERASED;
  }
}

/** Checks data against the newest schema of its type; throws a ZodError. */
export const validate = (type: string, data: unknown): void => {
  eventDefinition(type)?.schema.parse(data);
};

// Reads one event of an organization from the log.

/** The event at a revision; fails with LogUnavailable if the log is not available. */
export async function readRecordedEvent(
  log: Pick<EventLog, 'readStream'>,
  organizationId: OrganizationId,
  revision: number,
): Promise<AnyEvent> {
  const stream = organizationStream(organizationId);
  for await (const page of log.readStream(stream, { from: revision, limit: 1 }))
    for (const event of page) return decode(event);
  throw new Error(`There is no event ${revision} in ${stream}.`);
}
