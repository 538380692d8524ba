/** The schema of everything that clients are sent: client events, and what POST /register answers. */
import type { z } from 'zod';
import { mergeParts } from '../../base/collections.ts';
import * as channels from '../../wire/channels.ts';
import * as files from '../../wire/files.ts';
import * as invitations from '../../wire/invitations.ts';
import * as messageEvents from '../../wire/messageEvents.ts';
import * as organizationSettings from '../../wire/organizationSettings.ts';
import * as organizations from '../../wire/organizations.ts';
import * as personal from '../../wire/personal.ts';
import * as presence from '../../wire/presence.ts';
import * as profileFields from '../../wire/profileFields.ts';
import * as reactions from '../../wire/reactions.ts';
import * as realmFields from '../../wire/realmFields.ts';
import * as settings from '../../wire/settings.ts';
import * as subscriptions from '../../wire/subscriptions.ts';
import * as userGroups from '../../wire/userGroups.ts';
import * as users from '../../wire/users.ts';

export type { Flag } from '../../wire/messages.ts';

/** A line for each file of `src/wire/` with `payloads` of client events, with `snapshotFields`, or with both. */
const areas = [
  messageEvents,
  reactions,
  users,
  presence,
  settings,
  profileFields,
  invitations,
  channels,
  subscriptions,
  userGroups,
  organizationSettings,
  organizations,
  realmFields,
  files,
  personal,
] as const;

/** By type and op, and where one of these has several forms, by what they are about. */
export const payloads = mergeParts(areas, 'payloads');

/** What clients are told, in the form that delivery starts from. */
export type Payload = z.infer<(typeof payloads)[keyof typeof payloads]>;

/** Types of events that queues can tell of. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
  Object.keys(payloads).map((name) => name.split(/[/ ]/, 1)[0] ?? name),
);

/** Fields of POST /register, by fetch type. */
export const snapshotFields = mergeParts(areas, 'snapshotFields');
