/** People's values of custom profile fields. */
import { z } from 'zod';
import { UserId } from '../../base/ids.ts';
import { changeOwnProfile, type ProfileChange, showsHtml } from '../../commands/people/profiles.ts';
import { ProfileFieldId } from '../../events/profileFields.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { named } from '../../wire/define.ts';
import { json } from '../http/parameters.ts';
import { routes, write } from '../http/route.ts';
import type { Account } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';

const NewValue = named(
  'NewProfileValue',
  'A value for a custom profile field.',
  z.strictObject({
    id: ProfileFieldId.describe('ID of the field, as GET /realm/profile_fields lists it.'),
    value: z
      .union([z.string(), z.null(), z.array(UserId)])
      .describe('The value: IDs of people for a field of users, otherwise text; null deletes it.'),
  }),
);

/** A parameter for values of fields. */
export const profileData = () =>
  json(z.array(NewValue)).describe('Null or an empty value deletes the value.');

export const profileDataRoutes = routes({
  'PATCH /users/me/profile_data': write({
    who: 'human',
    summary: 'Set values of your profile fields',
    params: { data: profileData() },
    errors: ['BAD_REQUEST'],
    async handle({ params, actor, organization: { state }, services, submitAfterDryRun }) {
      const changes = parseProfileChanges(params.data);
      await submitAfterDryRun(changeOwnProfile, { changes }, async () => ({
        changes: await withHtml(services, state, actor, changes),
      }));
    },
  }),

  'DELETE /users/me/profile_data': write({
    who: 'human',
    summary: 'Delete values of your profile fields',
    params: { data: json(z.array(ProfileFieldId)).describe('IDs of the fields whose values are deleted.') },
    errors: ['BAD_REQUEST'],
    async handle({ params, submit }) {
      await submit(changeOwnProfile, { changes: params.data.map((fieldId) => ({ fieldId, value: null })) });
    },
  }),
});

/** The submitted values as the command's input. */
export const parseProfileChanges = (
  data: ReturnType<typeof profileData>['value'],
): readonly ProfileChange[] => data.map(({ id: fieldId, value }) => ({ fieldId, value }));

/**
 * The last change of each field, rendered if the field's texts have HTML; call it after the change was
 * allowed.
 */
export function withHtml(
  services: Services,
  state: OrganizationState,
  writer: Account,
  changes: readonly ProfileChange[],
): Promise<readonly ProfileChange[]> {
  const lastOfEach = [...new Map(changes.map((change) => [change.fieldId, change])).values()];
  return Promise.all(
    lastOfEach.map(async (change) => {
      const { fieldId, value } = change;
      const field = state.profileFields.byId.get(fieldId);
      if (field === undefined || !showsHtml(field) || typeof value !== 'string') return change;
      return { ...change, html: await services.renderDescription(state, value, writer.userId) };
    }),
  );
}
