/** Samples of events about custom profile fields. */
import { profileFieldEvents } from '../../../src/events/profileFields.ts';
import { sample } from './sample.ts';

const switches = {
  required: false,
  editableByUser: true,
  displayInSummary: false,
  useForUserMatching: false,
} as const;
const choices = [
  { key: '0', text: 'Blue', order: '1' },
  { key: '1', text: 'Green', order: '2' },
];

export const profileFieldExamples = {
  profileFieldCreated: sample(profileFieldEvents, 'ProfileFieldCreated', ({ fieldId = 1 }) => ({
    fieldId,
    type: 1 as const,
    name: `field ${fieldId}`,
    hint: 'What it is for',
    choices: [],
    account: null,
    ...switches,
  })),
  profileFieldRenamed: sample(profileFieldEvents, 'ProfileFieldRenamed', ({ fieldId = 1 }) => ({
    fieldId,
    oldName: `field ${fieldId}`,
    newName: 'Nickname',
  })),
  profileFieldHintChanged: sample(profileFieldEvents, 'ProfileFieldHintChanged', () => ({
    fieldId: 1,
    oldHint: 'What it is for',
    newHint: 'What friends say',
  })),
  profileFieldChoicesChanged: sample(profileFieldEvents, 'ProfileFieldChoicesChanged', () => ({
    fieldId: 1,
    oldChoices: choices,
    newChoices: choices.slice(1),
    clearedUserIds: [1],
  })),
  profileFieldAccountChanged: sample(profileFieldEvents, 'ProfileFieldAccountChanged', () => ({
    fieldId: 1,
    oldAccount: { subtype: 'custom', urlPattern: 'https://old.example.com/%(username)s' },
    newAccount: { subtype: 'custom', urlPattern: 'https://example.com/%(username)s' },
  })),
  profileFieldSwitched: sample(profileFieldEvents, 'ProfileFieldSwitched', () => ({
    fieldId: 1,
    property: 'required' as const,
    isOn: true,
  })),
  profileFieldsReordered: sample(profileFieldEvents, 'ProfileFieldsReordered', () => ({ fieldIds: [1] })),
  profileFieldDeleted: sample(profileFieldEvents, 'ProfileFieldDeleted', ({ fieldId = 2 }) => ({
    fieldId,
    name: `field ${fieldId}`,
    clearedUserIds: [1],
  })),
  profileValueSet: sample(profileFieldEvents, 'ProfileValueSet', ({ userId = 1 }) => ({
    userId,
    fieldId: 1,
    value: '*Ada*',
    renderedValue: '<p><em>Ada</em></p>',
  })),
  profileValueRemoved: sample(profileFieldEvents, 'ProfileValueRemoved', ({ userId = 1 }) => ({
    userId,
    fieldId: 1,
  })),
};
