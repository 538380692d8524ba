/**
 * Branded identifiers. Each name is a zod schema and the type it yields. All numeric IDs are dense counters
 * of one organization (safe integers, at least 1), assigned by decisions from the organization's state. The
 * schemas take any integer: one that nothing can have, 0 for instance, is asked for as what is absent.
 */
import { z } from 'zod';

/**
 * A branded number: an ID of one kind cannot be passed where another is expected. The sentence describes fields and
 * parameters of that type. IDs of one area are in its events file.
 */
export const numericId = <Name extends string>(sentence: string) =>
  z.number().int().describe(sentence).brand<Name>();

/** ID of an organization, unique on the server; 1 is the root organization. */
export const OrganizationId = numericId<'OrganizationId'>('ID of the organization.');
export type OrganizationId = z.infer<typeof OrganizationId>;

/** ID of a person or bot within one organization. */
export const UserId = numericId<'UserId'>('ID of the person or bot.');
export type UserId = z.infer<typeof UserId>;

/** ID of a channel (`stream_id` on the wire). */
export const ChannelId = numericId<'ChannelId'>('ID of the channel, as GET /streams lists it.');
export type ChannelId = z.infer<typeof ChannelId>;

/** ID of a message: the revision of its MessageSent event, plus one. */
export const MessageId = numericId<'MessageId'>('ID of the message, which is the same for everybody.');
export type MessageId = z.infer<typeof MessageId>;

/** Name of a secret in the vault; events contain nothing else about it. */
export const CredentialId = z.string().min(1).brand<'CredentialId'>();
export type CredentialId = z.infer<typeof CredentialId>;

/** The stream that holds all durable facts of one organization. */
export const organizationStream = (organizationId: OrganizationId): string =>
  `organization-${organizationId}`;

/** The organization of a stream named `organization-{id}`, or undefined for any other stream. */
export const organizationOfStream = (stream: string): OrganizationId | undefined =>
  idBehind('organization-', stream);

const idBehind = (prefix: string, stream: string): OrganizationId | undefined =>
  stream.startsWith(prefix) && /^[1-9]\d*$/.test(stream.slice(prefix.length))
    ? (Number(stream.slice(prefix.length)) as OrganizationId)
    : undefined;

/** The stream of what goes after a while: presence. */
export const ephemeralStream = (organizationId: OrganizationId): string => `ephemeral-${organizationId}`;

/** The organization of a stream named `ephemeral-{id}`, or undefined for any other stream. */
export const organizationOfEphemeralStream = (stream: string): OrganizationId | undefined =>
  idBehind('ephemeral-', stream);

/** The stream of what one reactor has done in one organization. */
export const reactorStream = (reactor: string, organizationId: OrganizationId): string =>
  `reactor-${reactor}-${organizationId}`;

/** Whether a stream is a reactor's. */
const isReactorStream = (stream: string): boolean => /^reactor-[A-Za-z]+-[1-9]\d*$/.test(stream);

/** The stream of the server's own facts: the log ID, organizations and their subdomains. */
export const SERVER_STREAM = 'server';
/** Whether a stream is one of this program's, by its name: other programs may use the same log server. */
export const isOwnStream = (stream: string): boolean =>
  stream === SERVER_STREAM ||
  organizationOfStream(stream) !== undefined ||
  organizationOfEphemeralStream(stream) !== undefined ||
  isReactorStream(stream);

/** Stands for an organization where the server's own stream is meant. */
export const SERVER = 0 as OrganizationId;

/** The organization that the bare host name stands for. */
export const ROOT_ORGANIZATION = 1 as OrganizationId;

/** The operators' name for the organization of the bare host name, whose subdomain is ''. */
export const ROOT_NAME = 'root';
