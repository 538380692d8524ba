/** The organization: its settings and its deactivation. */
import { z } from 'zod';
import { deactivateOrganization } from '../commands/organizationDeactivation.ts';
import { changeOrganization } from '../commands/organizationSettings.ts';
import { json } from './http/parameters.ts';
import {
  organizationFields,
  organizationParameters,
  permissionsIn,
  settingsIn,
  wireChanges,
} from './organizationFields.ts';
import { Nothing, routes, write } from './http/route.ts';

export const organizationRoutes = routes({
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
        settings: settingsIn(params),
        permissions: permissionsIn(params),
      });
      return wireChanges(state, changes);
    },
  }),

  'POST /realm/deactivate': write({
    who: 'human',
    summary: 'Deactivate the organization',
    params: { deletion_delay_days: json(z.int().nullable()).default(null) },
    response: Nothing,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(deactivateOrganization, { deletionDelayDays: params.deletion_delay_days });
      return {};
    },
  }),
});
