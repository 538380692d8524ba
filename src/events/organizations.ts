import { z } from 'zod';
import { OrganizationId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** Facts of the server itself, in the stream `server`. */
export const serverEvents = defineEvents('server', {
  /** First event of every log: the identity that views, vault and snapshots are checked against. */
  LogCreated: fact(1, { logId: z.string().min(1), minimumReaderVersion: z.number().int() }),
  /** An organization has claimed its subdomain ('' is the root organization's). */
  OrganizationRegistered: fact(1, {
    organizationId: OrganizationId,
    subdomain: z.string(),
    name: z.string(),
  }),
});
export const { LogCreated, OrganizationRegistered } = serverEvents.make;

/** Facts of an organization as a whole. */
export const organizationEvents = defineEvents('organization', {
  /** First event of an organization's stream. */
  OrganizationFounded: fact(1, { organizationId: OrganizationId, subdomain: z.string(), name: z.string() }),
});
export const { OrganizationFounded } = organizationEvents.make;
