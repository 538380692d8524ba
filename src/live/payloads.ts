/** The schema of every client event that this server sends. */
import type { z } from 'zod';
import { channelPayloads } from './payloads/channels.ts';
import { messagePayloads } from './payloads/messages.ts';
import { organizationPayloads } from './payloads/organizations.ts';
import { scheduledMessagePayloads } from './payloads/scheduledMessages.ts';
import { typingPayloads } from './payloads/typing.ts';
import { userPayloads } from './payloads/users.ts';

export type { Flag } from '../wire/messageFields.ts';

/** By type and op, and where one of these has several forms, by what they are about. */
export const payloads = {
  ...messagePayloads,
  ...scheduledMessagePayloads,
  ...userPayloads,
  ...channelPayloads,
  ...organizationPayloads,
  ...typingPayloads,
};

/** What clients are told, in the form that delivery starts from. */
export type Payload = z.infer<(typeof payloads)[keyof typeof payloads]>;

/** Types of events that queues can tell of. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
  Object.keys(payloads).map((name) => name.split(/[/ ]/, 1)[0] ?? name),
);
