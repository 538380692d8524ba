/** What may be asked by somebody who is not logged in. */
import { Refused } from '../../errors.ts';
import type { ServedOrganization } from './served.ts';

/** What spectators are answered where they have no place. */
export const notLoggedIn = (): Refused =>
  new Refused('Not logged in: API authentication or user session required', 'UNAUTHENTICATED_USER');

/** Lets everybody in where an organization has web-public channels, and only those who are logged in elsewhere. */
export function admitSpectator(organization: ServedOrganization, actor: object | null): void {
  if (actor === null && !organization.hasWebPublicChannels) throw notLoggedIn();
}
