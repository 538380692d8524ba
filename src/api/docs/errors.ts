/** What every code of an error says, and the fields that come with it. Answers in tests are checked with it. */
import { z } from 'zod';
import type { RefusalCode } from '../../base/errors.ts';
import { named } from '../../wire/define.ts';
import { httpStatusOf } from '../http/problems.ts';

/** Codes of refusals, and of failures of the server. */
export type ErrorCode = RefusalCode | 'SERVER_NOT_READY' | 'INTERNAL_SERVER_ERROR';

interface ErrorDescription {
  /** One sentence. */
  readonly description: string;
  /** Beside `result`, `msg` and `code`. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
}

const parameter = z.string().describe('Name of the parameter that is wrong.');
const someParameters = z
  .string()
  .describe('Names of parameters that exclude each other, where that is the reason.');
const emptyTopic = z
  .string()
  .describe('What the empty topic is displayed as, where messages outside of it are the reason.');
const retryAfter = z.number().describe('Seconds until another attempt is worthwhile.');

const Objection = z.strictObject({
  type: z
    .enum(['subgroup', 'channel', 'user_group', 'realm'])
    .describe('Whether groups, a channel, a group or the organization use it.'),
  supergroup_ids: z.array(z.int()).optional().describe('Groups that contain it as a subgroup.'),
  channel_id: z.int().optional().describe('The channel; absent if the caller may not know it.'),
  group_id: z.int().optional().describe('The group whose settings name it.'),
  settings: z.array(z.string()).optional().describe('Names of the settings that name it.'),
});

const movable = {
  first_message_id_allowed_to_move: z
    .int()
    .nullable()
    .describe('The oldest message that may still be moved; null if none may.'),
  total_messages_in_topic: z.int().describe('Messages of the topic that the caller can read.'),
  total_messages_allowed_to_move: z.int().describe('How many of them may still be moved.'),
};

const invitees = {
  errors: z
    .array(z.tuple([z.string(), z.string(), z.boolean()]))
    .describe('Address, reason, and whether a deactivated account has it, for each person not invited.'),
  sent_invitations: z.boolean().describe('Whether the other people were invited.'),
  daily_limit_reached: z.boolean().describe('Whether the limit of invitations in a day was the reason.'),
  license_limit_reached: z.boolean().describe('Always false: there are no licences.'),
};

const lastUser = {
  is_last_owner: z.boolean().describe('Whether it is the only owner; otherwise the only user.'),
  entity: z.string().describe('`user` or `organization owner`.'),
};

/** All codes. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorDescription>> = {
  BAD_REQUEST: {
    description:
      'The request is wrong in a way that `msg` says, names something absent or hidden, or is not allowed.',
    fields: { parameters: someParameters.optional(), empty_topic_display_name: emptyTopic.optional() },
  },
  REQUEST_VARIABLE_MISSING: {
    description: 'A required parameter is missing.',
    fields: { var_name: parameter },
  },
  REQUEST_VARIABLE_INVALID: {
    description: 'A parameter has a value that it cannot have.',
    fields: { var_name: parameter, bad_value: z.unknown().describe('The value that was sent.') },
  },
  REQUEST_CONFUSING_VAR: {
    description: 'Two names of one parameter were sent, or two parameters that mean the same.',
    fields: { var_name1: parameter, var_name2: parameter },
  },
  BAD_NARROW: {
    description: 'A narrow is not understood, or names something that the caller may not know.',
    fields: { desc: z.string().describe('What is wrong with the narrow.') },
  },
  BAD_IMAGE: { description: 'The uploaded file is no picture that can be decoded.' },
  REALM_UPLOAD_QUOTA: { description: 'The quota of uploaded files is used up, or would be exceeded.' },
  STREAM_DOES_NOT_EXIST: {
    description: 'The channel does not exist, or the caller may not know it.',
    fields: {
      stream_id: z.int().optional().describe('The ID that was sent, if one was.'),
      stream: z.string().optional().describe('The name that was sent, if one was.'),
    },
  },
  CHANNEL_ALREADY_EXISTS: {
    description: 'Another channel has this name.',
    fields: { channel_name: z.string().describe('The name, as it was sent.') },
  },
  CANNOT_ADMINISTER_CHANNEL: { description: 'The caller may not administer the channel.' },
  UNAUTHORIZED_PRINCIPAL: { description: 'The role or the groups of the caller do not allow this.' },
  PERMISSION_DENIED: { description: 'Only bots may call this.' },
  EXPECTATION_MISMATCH: {
    description: 'The present value is not the one that the caller expects: somebody else has changed it.',
    fields: { field_name: z.string().describe('Name of the field with the expectation.') },
  },
  SYSTEM_GROUP_REQUIRED: {
    description: 'The setting takes only some of the system groups.',
    fields: { setting_name: z.string().describe('Name of the setting that was to be changed.') },
  },
  REACTION_ALREADY_EXISTS: { description: 'The caller has already reacted to the message with this emoji.' },
  REACTION_DOES_NOT_EXIST: { description: 'The caller has not reacted to the message with this emoji.' },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    description: 'The channel has too many subscribers for a wildcard mention by the caller.',
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    description: 'The topic has too many participants for a wildcard mention by the caller.',
  },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    description: 'Some messages of the topic are too old for the caller to move.',
    fields: movable,
  },
  BAD_EVENT_QUEUE_ID: {
    description: 'The queue has ended, or is not the caller’s: register again.',
    fields: { queue_id: z.string().describe('The ID that was sent.') },
  },
  CANNOT_DEACTIVATE_LAST_USER: {
    description: 'An organization keeps an owner and a user.',
    fields: lastUser,
  },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    description: 'The group is a subgroup, or has a permission.',
    fields: { objections: z.array(Objection).describe('Every use of the group.') },
  },
  INVITATION_FAILED: { description: 'At least one of the people was not invited.', fields: invitees },
  UNAUTHORIZED: { description: 'Credentials are missing or cannot be read, or the session has ended.' },
  SESSION_OF_ANOTHER_USER: {
    description:
      'The session in the browser’s cookie is not that of the user whose ID the header `Hansard-User` has.',
  },
  UNAUTHENTICATED_USER: { description: 'Only logged-in users may do this; spectators may not.' },
  INVALID_API_KEY: { description: 'The API key is wrong.' },
  AUTHENTICATION_FAILED: { description: 'User name and password do not match, or the token is not valid.' },
  PASSWORD_AUTH_DISABLED: { description: 'The organization does not allow passwords.' },
  PASSWORD_RESET_REQUIRED: { description: 'The password must be reset before the next login.' },
  USER_DEACTIVATED: { description: 'The account is deactivated.' },
  REALM_DEACTIVATED: { description: 'The organization is deactivated.' },
  NONEXISTENT_SUBDOMAIN: { description: 'The `Host` header names no organization.' },
  RATE_LIMIT_HIT: {
    description: 'Too many calls; the header `Retry-After` says the same as the field.',
    fields: { 'retry-after': retryAfter.optional() },
  },
  IDEMPOTENCY_KEY_REUSED: { description: 'The idempotency key belongs to another message.' },
  PUSH_SERVICE_NOT_CONFIGURED: { description: 'The server sends no push notifications.' },
  NO_ACTIVE_PUSH_DEVICE: { description: 'No device of the caller is registered for push notifications.' },
  INVALID_PUSH_DEVICE_TOKEN: { description: 'The caller has registered no device with this token.' },
  ADMIN_ACTION_REQUIRED: { description: 'The push service refuses this server; its operator must act.' },
  FAILED_TO_CONNECT_BOUNCER: { description: 'The push service cannot be reached.' },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: { description: 'The push service has failed.' },
  SERVER_NOT_READY: { description: 'Not possible now; the header `Retry-After` says when to try again.' },
  INTERNAL_SERVER_ERROR: { description: 'A fault of the server, which it has logged.' },
};

/** The HTTP status of a code. */
export function statusOfError(code: ErrorCode): number {
  if (code === 'SERVER_NOT_READY') return 503;
  return code === 'INTERNAL_SERVER_ERROR' ? 500 : httpStatusOf(code);
}

/** `BadNarrowError` of `BAD_NARROW`. */
export const errorName = (code: ErrorCode): string => {
  const words = code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return words.endsWith('Error') ? words : `${words}Error`;
};

/** The body with each code. */
export const errorBodies: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(ERRORS).map(([code, { description, fields = {} }]) => {
    const body: z.ZodType = z.strictObject({
      result: z.literal('error').describe('Tells errors from success.'),
      msg: z.string().describe('What is wrong, for people.'),
      code: z.literal(code).describe(description),
      ...fields,
    });
    return [code, named(errorName(code as ErrorCode), description, body)] as const;
  }),
);
