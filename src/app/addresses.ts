/** Where an organization is, for whoever is told of it without having asked: there is no request to go by. */
import type { Config } from '../config.ts';
import type { OrganizationState } from '../organization/state.ts';

/** The canonical URL, without a slash at its end; behind a proxy it is the proxy that speaks HTTPS. */
export function urlOf(config: Config, { organization }: OrganizationState): string {
  const { subdomain } = organization.profile.get() ?? { subdomain: '' };
  const protocol = config.TRUSTED_PROXIES.length > 0 ? 'https' : 'http';
  return `${protocol}://${subdomain === '' ? '' : `${subdomain}.`}${config.externalHost}`;
}
