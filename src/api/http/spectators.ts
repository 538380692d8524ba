/** What people may do without logging in. */
import { Refused } from '../../errors.ts';
import type { ServedOrganization } from './served.ts';

/** The refusal of a spectator without access. */
export const notLoggedIn = (): Refused =>
  new Refused('Not logged in: API authentication or user session required', 'UNAUTHENTICATED_USER');

/** Admits everybody if the organization has web-public channels; otherwise only logged-in people. */
export function admitSpectator(organization: ServedOrganization, actor: object | null): void {
  if (actor === null && !organization.hasWebPublicChannels) throw notLoggedIn();
}
