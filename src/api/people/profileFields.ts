/** Custom profile fields. */
import { z } from 'zod';
import {
  createProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateProfileField,
} from '../../commands/people/profileFields.ts';
import { ProfileFieldId } from '../../events/profileFields.ts';
import { orderedProfileFields } from '../../organization/slices/profileFields.ts';
import { Field, wireProfileField } from '../../wire/profileFields.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';

const bool = () => json(z.boolean());

/** Its form depends on the field's type, so decisions check it. */
const fieldData = () =>
  json(z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))).describe(
    'Choices by key, each with `text` and `order`; or `subtype` and `url_pattern` of an external account.',
  );

const summary = () => bool().describe('At most 2 fields are displayed there, and none of users.');

const matching = () => bool().describe('Only of short texts and external accounts.');

export const profileFieldRoutes = routes({
  'GET /realm/profile_fields': read({
    who: 'user',
    summary: 'List custom profile fields in their order',
    params: {},
    response: z.strictObject({ custom_fields: z.array(Field).describe('The fields, in their order.') }),
    handle: ({ organization: { state } }) => ({
      custom_fields: orderedProfileFields(state).map(wireProfileField),
    }),
  }),

  'POST /realm/profile_fields': write({
    who: 'user',
    summary: 'Create a custom profile field',
    params: {
      name: text().default('').describe('Name of the new field.'),
      hint: text().default('').describe(Field.shape.hint),
      field_type: json(z.int()).describe(
        '1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
      ),
      field_data: fieldData().default({}),
      display_in_profile_summary: summary().default(false),
      required: bool().default(false).describe(Field.shape.required),
      editable_by_user: bool().default(true).describe(Field.shape.editable_by_user),
      use_for_user_matching: matching().default(false),
    },
    response: z.strictObject({ id: z.int().describe('ID of the new field.') }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      const { fieldId } = await submit(createProfileField, {
        type: params.field_type,
        name: params.name,
        hint: params.hint,
        data: params.field_data,
        displayInSummary: params.display_in_profile_summary,
        required: params.required,
        editableByUser: params.editable_by_user,
        useForUserMatching: params.use_for_user_matching,
      });
      return { id: fieldId };
    },
  }),

  'PATCH /realm/profile_fields': write({
    who: 'user',
    summary: 'Reorder the custom profile fields',
    params: { order: json(z.array(ProfileFieldId)).describe('The IDs of all fields.') },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(reorderProfileFields, { fieldIds: params.order });
    },
  }),

  'PATCH /realm/profile_fields/:field_id': write({
    who: 'user',
    summary: 'Change a custom profile field',
    params: {
      field_id: path(ProfileFieldId),
      name: text().optional().describe('New name of the field.'),
      hint: text().optional().describe(Field.shape.hint),
      field_data: fieldData().optional(),
      display_in_profile_summary: summary().optional(),
      required: bool().optional().describe(Field.shape.required),
      editable_by_user: bool().optional().describe(Field.shape.editable_by_user),
      use_for_user_matching: matching().optional(),
    },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(updateProfileField, {
        fieldId: params.field_id,
        name: params.name,
        hint: params.hint,
        data: params.field_data,
        switches: {
          displayInSummary: params.display_in_profile_summary,
          required: params.required,
          editableByUser: params.editable_by_user,
          useForUserMatching: params.use_for_user_matching,
        },
      });
    },
  }),

  'DELETE /realm/profile_fields/:field_id': write({
    who: 'user',
    summary: 'Delete a custom profile field with all its values',
    params: { field_id: path(ProfileFieldId) },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(deleteProfileField, { fieldId: params.field_id });
    },
  }),
});
