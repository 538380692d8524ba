/** Client events of custom profile fields and their values. */
import type { UserId } from '../base/ids.ts';
import { readErasable } from '../events/define.ts';
import type { ProfileFieldId } from '../events/profileFields.ts';
import { orderedProfileFields } from '../organization/slices/profileFields.ts';
import { wireProfileField } from '../wire/profileFields.ts';
import { everybody } from './translation/audiences.ts';
import {
  type AddressedPayload,
  type ClientEvent,
  endQueues,
  type LiveTransition,
  payloadTo,
  translate,
} from './translation/define.ts';
import { MAX_PEOPLE_EVENTS, personUpdated } from './translation/people.ts';
import { snapshot } from './translation/snapshot.ts';

/** All fields as they are now. */
const allFields = (_event: unknown, { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(everybody(after), {
    type: 'custom_profile_fields',
    fields: orderedProfileFields(after).map(wireProfileField),
  });

export const translations = translate({
  ProfileFieldCreated: allFields,
  ProfileFieldRenamed: allFields,
  ProfileFieldHintChanged: allFields,
  ProfileFieldChoicesChanged: (event, moment) => [
    ...allFields(event, moment),
    ...cleared(moment, event.data.fieldId, event.data.clearedUserIds),
  ],
  ProfileFieldAccountChanged: allFields,
  ProfileFieldSwitched: allFields,
  ProfileFieldsReordered: allFields,
  /** The field's values are deleted with it. */
  ProfileFieldDeleted: allFields,
  ProfileValueSet({ data: { userId, fieldId, value, renderedValue } }, moment) {
    const text = readErasable(value, '');
    if (text === '') return cleared(moment, fieldId, [userId]);
    const html = renderedValue === undefined ? {} : { rendered_value: readErasable(renderedValue, '') };
    return personUpdated(moment, userId, () => ({
      custom_profile_field: { id: fieldId, value: text, ...html },
    }));
  },
  ProfileValueRemoved: ({ data: { userId, fieldId } }, moment) => cleared(moment, fieldId, [userId]),
});

/** These people have no value in the field any more. */
function cleared(
  moment: LiveTransition,
  fieldId: ProfileFieldId,
  userIds: readonly UserId[],
): readonly ClientEvent[] {
  if (userIds.length > MAX_PEOPLE_EVENTS) return endQueues(everybody(moment.after));
  return userIds.flatMap((userId) =>
    personUpdated(moment, userId, () => ({ custom_profile_field: { id: fieldId, value: null } })),
  );
}

const TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};

export const snapshotParts = snapshot({
  custom_profile_fields: ({ state, viewerId }) => ({
    custom_profile_fields: viewerId === null ? [] : orderedProfileFields(state).map(wireProfileField),
    custom_profile_field_types: TYPES,
  }),
});
