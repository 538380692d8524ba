/**
 * What clients are told of every event of an organization and of presence in it, which events tell them nothing, and
 * what they are told when they register.
 */
import { mergeParts } from '../base/collections.ts';
import type { AnyEvent, OrganizationEvents } from '../events/catalog.ts';
import * as bots from './bots.ts';
import * as channels from './channels.ts';
import * as files from './files.ts';
import * as flags from './flags.ts';
import * as invitations from './invitations.ts';
import * as messageChanges from './messageChanges.ts';
import * as messages from './messages.ts';
import * as organizations from './organizations.ts';
import * as personal from './personal.ts';
import * as presence from './presence.ts';
import * as profileFields from './profileFields.ts';
import * as realm from './realm.ts';
import * as subscriptions from './subscriptions.ts';
import type { ClientEvent, LiveTransition } from './translation/define.ts';
import type { FetchType } from './translation/snapshot.ts';
import * as userGroups from './userGroups.ts';
import * as users from './users.ts';

/** A line for each file of client events: its `translations`, and the `snapshotParts` of those who register. */
const areas = [
  bots,
  channels,
  files,
  flags,
  invitations,
  messageChanges,
  messages,
  organizations,
  personal,
  presence,
  profileFields,
  realm,
  subscriptions,
  userGroups,
  users,
] as const;

/** All translations. */
export const translations = mergeParts(areas, 'translations');

/** Every part, by fetch type; one that is missing is no program. */
export const snapshotParts = mergeParts(areas, 'snapshotParts') satisfies Readonly<
  Record<FetchType, unknown>
>;

/** Events without client events, and why. */
export const UNTRANSLATED = {
  OrganizationFounded: 'nobody is there yet',
  OrganizationRestored: 'queues that have events of what was lost end',
  SystemGroupsCreated: 'nobody is there yet',
  PasswordChanged: 'secrets are nobody’s business',
  PasswordResetRequired: 'secrets are nobody’s business',
  ApiKeyRegenerated: 'secrets are nobody’s business',
  RecordConsulted: 'the record shows it to owners',
  SessionStarted: 'GET /sessions shows it to its owner',
  SessionsEnded: 'GET /sessions shows it to its owner',
  BotSigningSecretIssued: 'secrets are nobody’s business',
  BotServiceDisabled: 'GET /bots shows it; events have no word for it',
  BotServiceEnabled: 'GET /bots shows it; events have no word for it',
  BotMessageUndelivered: 'its owner is told by a message',
  BotStorageWritten: 'bots read what they have stored',
  BotStorageCleared: 'bots read what they have stored',
  ChannelPushDefaultChanged: 'channels do not show it: strict clients refuse a field more',
  EmailChangeRequested: 'the person is mailed',
  MessageReported: 'the moderators are told by a message',
  LegacyTokenRegistered: 'nothing shows these tokens',
  LegacyTokenRemoved: 'nothing shows these tokens',
  ScheduledSendStarted: 'what it comes to is told: that it was sent, or has failed',
} as const satisfies { readonly [Type in keyof OrganizationEvents]?: string };

/** The client events of an event, in order. */
export function clientEventsOf(event: AnyEvent, moment: LiveTransition): readonly ClientEvent[] {
  const translation = (translations as Readonly<Record<string, unknown>>)[event.type];
  return translation === undefined
    ? []
    : (translation as (event: AnyEvent, moment: LiveTransition) => readonly ClientEvent[])(event, moment);
}
