/** Owners and administrators of bots, and the events of a bot that changes its owner. */
import type { DomainEvent } from '../../src/events/define.ts';
import type { CredentialId, UserId } from '../../src/base/ids.ts';
import { systemGroupId } from '../../src/organization/slices/userGroups.ts';
import { example, organizationAfter } from '../support/examples.ts';
import { refused } from './eventsOrRefusal.ts';

export const OWNER = 1;
export const ADMIN = 2;
export const MEMBER = 3;
export const OTHER = 4;
export const GUEST = 5;
export const BOT = 6;
export const OWNERS_BOT = 7;
export const SYSTEM_BOT = 8;
export const NEXT = 9;
export const PUBLIC = 1;
const SECRET = 2;

export const id = (userId: number): UserId => userId as UserId;
export const forbidden = refused('Insufficient permission');

export const service = {
  name: 'weather',
  interface: 1 as const,
  tokenCredentialId: 'token' as CredentialId,
  baseUrl: 'https://weather.example.com/hook',
};
export const none = { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false };

const bot = (userId: number, ownerId: number | null, role: 100 | 400 = 400) =>
  example.userCreated({
    userId,
    role,
    fullName: `Bot ${userId}`,
    bot: { type: 3, ownerId, isSystem: ownerId === null },
  });

export const fixture = (...more: readonly DomainEvent[]) =>
  organizationAfter(
    example.userCreated({ userId: OWNER, role: 100 }),
    example.userCreated({ userId: ADMIN, role: 200 }),
    example.userCreated({ userId: MEMBER }),
    example.userCreated({ userId: OTHER }),
    example.userCreated({ userId: GUEST, role: 600 }),
    bot(BOT, MEMBER),
    bot(OWNERS_BOT, OTHER, 100),
    bot(SYSTEM_BOT, null),
    example.botSetUp({ botId: BOT, defaults: none, service }),
    example.botSetUp({ botId: OWNERS_BOT, defaults: none, service: null }),
    example.channelCreated({ channelId: PUBLIC, name: 'design' }),
    example.channelCreated({ channelId: SECRET, name: 'secret', privacy: 'private' }),
    ...more,
  );

export const given = (
  permission: 'can_create_bots_group' | 'can_create_write_only_bots_group',
  to: 'role:nobody',
) =>
  example.organizationPermissionChanged({
    permission,
    oldValue: systemGroupId('role:members'),
    newValue: systemGroupId(to),
  });

export const secrets = {
  apiKeyCredentialId: 'new key' as CredentialId,
  signingCredentialId: 'new secret' as CredentialId,
};
export const ownerChangeEvents = (newOwnerId: number, botId = BOT, oldOwnerId = MEMBER) => [
  example.apiKeyRegenerated({ userId: botId, credentialId: 'new key' }),
  example.botSigningSecretIssued({ botId, credentialId: 'new secret' }),
  example.botOwnerChanged({ botId, oldOwnerId, newOwnerId }),
];
