/** Which organization something is shown in. */
import type { OrganizationState } from '../organization/state.ts';

/** An organization: its state, host name without a port, and subdomain. */
export interface HostedOrganization {
  readonly state: OrganizationState;
  readonly host: string;
  readonly subdomain: string;
}
