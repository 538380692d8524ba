/** The organization: its settings and its deactivation. */
import { z } from 'zod';
import { MessageId } from '../../base/ids.ts';
import { postTo } from '../../commands/messages/posts.ts';
import { sendKeyHash, sendMessage, sentOnce, submitMessage } from '../../commands/messages/send.ts';
import { deactivateOrganization } from '../../commands/organization/organizations.ts';
import { changeOrganization, requireWelcomeAllowed } from '../../commands/organization/settings.ts';
import { ensureNotificationBot } from '../../commands/people/accounts.ts';
import { OrganizationPermission } from '../../events/organizations.ts';
import { permissionOf, settingsOf } from '../../organization/slices/organizations.ts';
import { json, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import {
  organizationFields,
  organizationParameters,
  parsePermissionUpdates,
  parseSettings,
  wireChanges,
} from './fields.ts';

export const organizationRoutes = routes({
  'GET /realm': read({
    who: 'user',
    summary: 'Get the settings of the organization, as PATCH /realm changes them',
    params: {},
    response: z.strictObject(organizationFields),
    handle({ organization: { state } }) {
      const { name, description } = state.organization.profile.get() ?? {};
      const permissions = Object.fromEntries(
        OrganizationPermission.options.map((permission) => [permission, permissionOf(state, permission)]),
      );
      return wireChanges(state, { name, description, settings: settingsOf(state), permissions });
    },
  }),

  'PATCH /realm': write({
    who: 'user',
    summary: 'Change the settings of the organization',
    params: organizationParameters,
    response: z.strictObject(organizationFields),
    errors: ['UNAUTHORIZED_PRINCIPAL', 'EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED'],
    async handle({ params, actor, organization: { state }, services, submit }) {
      const { name, description: source, authentication_methods: authenticationMethods } = params;
      const description =
        source === undefined
          ? undefined
          : { source, html: await services.renderDescription(state, source, actor.userId) };
      // It becomes a message, so text that cannot be rendered is refused now, while it can be changed.
      await services.renderDescription(state, params.welcome_message_custom_text ?? '', actor.userId);
      const changes = await submit(changeOrganization, {
        name,
        description,
        authenticationMethods,
        settings: parseSettings(params),
        permissions: parsePermissionUpdates(params),
      });
      return wireChanges(state, changes);
    },
  }),

  'POST /realm/test_welcome_bot_custom_message': write({
    who: 'human',
    summary: 'Send yourself a welcome message as new people would get it; for administrators',
    params: { welcome_message_custom_text: text().describe('Markdown, at most 8,000 characters.') },
    response: z.strictObject({ message_id: MessageId }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization, services, requestId, submit }) {
      const { welcome_message_custom_text: source } = params;
      requireWelcomeAllowed(organization.state, source, actor.userId);
      const { userId: botId } = await submit(ensureNotificationBot, undefined, null);
      const message = {
        ...postTo({ kind: 'direct', participantIds: [actor.userId] }),
        source,
        writerId: actor.userId,
        isSilent: true,
        readBySender: true,
        ...sentOnce(sendKeyHash(organization.id, requestId)),
      };
      const { messageId } = await submitMessage(services.render, organization.state, message, (checked) =>
        submit(sendMessage, checked, botId),
      );
      return { message_id: messageId };
    },
  }),

  'POST /realm/deactivate': write({
    who: 'human',
    summary: 'Deactivate the organization',
    params: {
      deletion_delay_days: json(z.int().nullable())
        .default(null)
        .describe('Days after which its data may be deleted; null for never.'),
    },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(deactivateOrganization, { deletionDelayDays: params.deletion_delay_days });
    },
  }),
});
