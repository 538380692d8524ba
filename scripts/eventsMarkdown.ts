import type { EventDefinition } from '../src/events/define.ts';
import type { EventComments } from './eventComments.ts';
import { describedSchema, typeText } from './schemaText.ts';

/** An area of the catalog, as far as the page needs it. */
interface Area {
  readonly stream: string;
  readonly story: 'listed' | 'counted';
  readonly texts: 'shared' | 'personal';
  readonly definitions: Readonly<Record<string, EventDefinition>>;
}

const INTRODUCTION = `# The events

Generated from \`src/events/\`; do not edit. Everything durable that happens is one of these, recorded as JSON in the
stream named with its area, with the metadata of \`EventMetadata\` in \`src/events/define.ts\`. The version is that of the
newest schema; older ones are brought up to it when they are read. A field marked *erasable* holds what a person wrote
or who a person is: readers accept that its text is gone.
`;

/** \`docs/generated/events.md\`: every area, event type and field. */
export const renderEventsMarkdown = (
  areas: Readonly<Record<string, Area>>,
  comments: EventComments,
): string =>
  [INTRODUCTION, ...Object.entries(areas).map(([name, area]) => areaSection(name, area, comments))].join(
    '\n',
  );

const STREAMS: Readonly<Record<string, string>> = {
  server: '`server`',
  organization: '`organization-{id}`',
  ephemeral: '`ephemeral-{id}`',
  reactor: '`reactor-{name}-{id}`',
};

function areaSection(name: string, area: Area, comments: EventComments): string {
  const constant = `${name.replace(/s$/, '')}Events`;
  const about = comments.get(constant) ?? '';
  const events = Object.entries(area.definitions).map(([type, definition]) =>
    eventSection(type, definition, comments),
  );
  const traits = [
    ...(area.story === 'counted' ? ['Stories of people and channels only count them.'] : []),
    ...(area.texts === 'personal'
      ? ['Nobody but their owner reads the texts, not in the record either.']
      : []),
  ];
  const line = [`Stream: ${STREAMS[area.stream] ?? area.stream}.`, about, ...traits].join(' ').trimEnd();
  return [`## ${name}\n`, `${line}\n`, ...events].join('\n');
}

function eventSection(type: string, definition: EventDefinition, comments: EventComments): string {
  const { properties = {}, required = [] } = describedSchema(definition.schema, 'input');
  const rows = Object.entries(properties).map(([field, schema]) => {
    const subject = definition.erasable.get(field);
    const notes = [
      required.includes(field) ? '' : 'may be absent',
      subject ? `erasable: ${subjectText(subject)}` : '',
      comments.get(`${type}.${field}`) ?? '',
    ];
    return `| \`${field}\` | ${typeText(schema).replaceAll('|', '\\|')} | ${notes.filter(Boolean).join('. ')} |`;
  });
  const about = comments.get(type);
  return [
    `### ${type} (version ${definition.version})\n`,
    ...(about ? [`${about}\n`] : []),
    '| field | type | |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** `message` is the event's own message; `person:userId` the person named in the field `userId`. */
function subjectText(subject: string): string {
  const [kind, field] = subject.split(':');
  return field === undefined ? `with its ${kind}` : `with the ${kind} in \`${field}\``;
}
