/** Where something is shown. */
import type { OrganizationState } from '../organization/state.ts';

/** The organization of an answer: what is true there, its host name without a port, and its subdomain. */
export interface Place {
  readonly state: OrganizationState;
  readonly host: string;
  readonly subdomain: string;
}
