/**
 * Descriptions of fields. Where the schema of a field or a parameter has none of its own, it is that of the
 * field's name in `words/`: of the thing that has the field, `Message.id`, or else of any, `stream_id`.
 */
import type { Route } from '../http/route.ts';
import { notesOf } from './operations.ts';
import { type OpenApiDocument, referredName, type Schema } from './schemas.ts';
import { channelWords } from './words/channels.ts';
import { eventWords } from './words/events.ts';
import { fileWords, groupWords } from './words/files.ts';
import { messageWords } from './words/messages.ts';
import { organizationWords } from './words/organization.ts';
import { peopleWords } from './words/people.ts';
import { personalWords } from './words/personalSettings.ts';
import { snapshotWords } from './words/snapshot.ts';
import { THINGS } from './words/things.ts';

/** What the areas of the interface are about. */
const AREAS: Readonly<Record<string, string>> = {
  Messages: 'Sending, reading, searching, editing, moving and deleting messages.',
  'Scheduled messages': 'Messages that are sent later.',
  'Drafts, snippets and reminders': 'Unsent texts, texts for repeated use, and reminders of messages.',
  'Reactions and emoji': 'Reactions, votes in polls, and the organization’s own emoji.',
  Files: 'Uploaded files and pictures of people.',
  Flags: 'What is read, starred or collapsed, and who has read a message.',
  'Real-time events': 'A snapshot of the present state, and everything that changes afterwards.',
  'Subscriptions and topics': 'Who is subscribed to which channels, their settings, and topics.',
  Channels: 'Channels and the folders in which they are displayed.',
  Users: 'People, their accounts, profiles, presence and status.',
  Bots: 'Bots and what they store.',
  Invitations: 'Invitations by mail, and links that anybody may use.',
  Webhooks: 'For receivers of outgoing webhooks; docs/webhooks.md describes them.',
  Settings: 'Personal settings, alert words and navigation views.',
  'User groups': 'Groups of people, which are mentioned and given permissions.',
  Organizations: 'Settings of the organization, linkifiers, allowed domains, exports and pictures.',
  Credentials: 'API keys, sessions in browsers, and who is logged in.',
  'The record': 'What has happened, for owners.',
  Devices: 'Devices that get push notifications.',
  Calls: 'Calls by providers that the server is configured for.',
  Server: 'What a client needs to know before it logs in.',
};

// All words. A key is a field of some thing, `Message.id`, or a field of any, `stream_id`.

export const WORDS: Readonly<Record<string, string>> = {
  ...messageWords,
  ...fileWords,
  ...peopleWords,
  ...channelWords,
  ...groupWords,
  ...personalWords,
  ...organizationWords,
  ...snapshotWords,
  ...eventWords,
};

/** Things that have all fields of another, and more. */
const SAME_FIELDS_AS: readonly (readonly [RegExp, string])[] = [
  [/^(ListedChannel|AddedSubscription|Subscription|UnsubscribedChannel)$/, 'Channel'],
  [/^(FoundMessage|EventMessage)$/, 'Message'],
  [/^(UserEntry|UserInEvent|GET \/users\/me|POST \/jwt\/fetch_api_key)$/, 'User'],
  [/^ListedAttachment$/, 'Attachment'],
  [/Event$/, 'Event'],
  [/ \/realm$/, 'Organization'],
  [/^(DELETE|PATCH|POST) \/bots/, 'Bot'],
];

/** The word for a field of something: its own, that of a kindred thing, or that of the name alone. */
function wordFor(owner: string, field: string): string | undefined {
  const kin = SAME_FIELDS_AS.filter(([pattern]) => pattern.test(owner)).map(([, name]) => name);
  const keys = [...[owner, ...kin].map((thing) => `${thing}.${field}`), field];
  const key = keys.find((each) => Object.hasOwn(WORDS, each));
  return key === undefined ? prefixedWord(field) : WORDS[key];
}

/** POST /register names settings of the organization `realm_…`. */
const prefixedWord = (field: string): string | undefined =>
  field.startsWith('realm_') ? wordFor('PATCH /realm', field.slice('realm_'.length)) : undefined;

/** A schema all of whose fields are described, at any depth. */
function described(schema: Schema, owner: string): Schema {
  const within = (inner: Schema): Schema => described(inner, owner);
  const { properties, items, additionalProperties: more } = schema;
  return {
    ...schema,
    ...(properties && { properties: fieldsOf(properties, owner) }),
    ...(items && { items: within(items) }),
    ...(typeof more === 'object' && { additionalProperties: within(more) }),
    ...(schema.prefixItems && { prefixItems: schema.prefixItems.map(within) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(within) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(within) }),
    ...(schema.allOf && { allOf: schema.allOf.map(within) }),
  };
}

const fieldsOf = (
  properties: Readonly<Record<string, Schema>>,
  owner: string,
): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = schema.description ?? wordFor(owner, name);
      return [name, { ...described(schema, owner), ...(description !== undefined && { description }) }];
    }),
  );

/** The reference page explains group settings once; the link works from there and from the document. */
const groupSettingNote = (schema: Schema = {}): string => {
  const name = referredName(schema);
  if (name === 'GroupSetting') return 'A [group-setting value](reference#group-settings).';
  return name === 'GroupSettingUpdate'
    ? 'A change of a [group-setting value](reference#group-settings): `{"new": …, "old": …}`.'
    : '';
};

/** What a parameter means, without its notes. */
export const parameterWord = (route: Route, name: string): string | undefined =>
  route.params[name]?.description ?? wordFor(route.name, name);

/** Describes the schemas of some routes. */
export function describer(routes: readonly Route[]) {
  const areas = [...new Set(routes.flatMap(({ area = [] }) => area))];
  return {
    tags: areas.map((name) => ({ name, ...(AREAS[name] && { description: AREAS[name] }) })),
    /** The fields of a request. */
    input(route: Route, schema: Schema): Schema {
      const properties = Object.fromEntries(
        Object.entries(route.params).map(([name, parameter]) => {
          const { description: _, ...inner } = described(schema.properties?.[name] ?? {}, route.name);
          const notes = [
            parameterWord(route, name),
            groupSettingNote(schema.properties?.[name]),
            notesOf(parameter),
          ];
          const description = notes.filter(Boolean).join(' ');
          return [name, { ...inner, ...(description !== '' && { description }) }];
        }),
      );
      return { ...schema, properties };
    },
    output: (route: Route, schema: Schema): Schema => described(schema, route.name),
    components: (schemas: Readonly<Record<string, Schema>>): OpenApiDocument['components']['schemas'] =>
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => {
          const description = schema.description ?? THINGS[name];
          return [name, { ...(description !== undefined && { description }), ...described(schema, name) }];
        }),
      ),
  };
}
