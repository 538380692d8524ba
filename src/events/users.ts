import { z } from 'zod';
import { CredentialId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/** Numeric roles of api.md: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
export const Role = z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)]);
export type Role = z.infer<typeof Role>;
export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

/** Facts of people and bots. */
export const userEvents = defineEvents('organization', {
  UserCreated: fact(1, {
    userId: UserId,
    /** The real address; unique in the organization without case. */
    email: erasable('person:userId', z.string()),
    fullName: erasable('person:userId', z.string()),
    role: Role,
    /** Vault names of the password hash and the API key. */
    passwordCredentialId: CredentialId,
    apiKeyCredentialId: CredentialId,
  }),
  UserRenamed: fact(1, {
    userId: UserId,
    oldFullName: erasable('person:userId', z.string()),
    newFullName: erasable('person:userId', z.string()),
  }),
  UserRoleChanged: fact(1, { userId: UserId, oldRole: Role, newRole: Role }),
  UserDeactivated: fact(1, { userId: UserId }),
  UserReactivated: fact(1, { userId: UserId }),
});
export const { UserCreated, UserRenamed, UserRoleChanged, UserDeactivated, UserReactivated } =
  userEvents.make;
