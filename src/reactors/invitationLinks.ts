/** Provides the links of invitation mails, whose secrets are not in the log. */
import { type Config, organizationUrl } from '../config.ts';
import { subdomainOf } from '../organization/organizations.ts';
import type { InvitationLinks } from './invitationMail.ts';
import type { Secrets } from '../vault/secrets.ts';

export const invitationLinks = (secrets: Secrets, config: Config): InvitationLinks => ({
  async show(organization, credentialId) {
    const key = await secrets.showInvitation(credentialId);
    const base = organizationUrl(config, subdomainOf(organization));
    return key && `${base}/accounts/do_confirm/${key}`;
  },
  forget: (credentialId) => secrets.forgetInvitation(credentialId),
});
