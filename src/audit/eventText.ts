/** Events of the record as people read them: names beside IDs, changed values as differences. */
import { diffTokens, type TokenRun } from '../base/tokenDiff.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import { metadataOf, type NameOf, type ReferencedNames } from './referencedNames.ts';
import { entityKindOf, type EventData } from './references.ts';

/** A field of an event, or a changed value. */
interface TextField {
  readonly label: string;
  readonly text: string;
}

/** A part of a changed text. */
interface TextDifference {
  readonly change: TokenRun['change'];
  readonly text: string;
}

/** For machines only: rendered texts, secrets' names, what belongs to the storage of a message. */
const SILENT =
  /html$|^rendered|^newRendered|rendererVersion$|credentialId$|^(idempotency|queueId|localId|links|arrivals|remaining|channelBeginnings|digest|mediumDigest|image)$/i;

const MAX_LISTED_ITEMS = 10;

/** `Ada (2)`; the server and its operator have no ID. */
export const actorText = (actor: number | null, nameOf: NameOf): string =>
  actor === null ? 'the server' : withName(actor, nameOf('person', actor));

/** `MessageSent` → `Message sent`. */
export const typeText = (type: string): string => {
  const words = wordsIn(type);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** 2026-11-26 11:00:00Z */
export const timeText = (milliseconds: number): string =>
  new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');

/** One line: when, where, who, what. */
export function eventText(event: StoredEvent, nameOf: NameOf): string {
  const { time, actor } = metadataOf(event);
  const fields = fieldsOf(JSON.parse(event.data) as EventData, nameOf).map(
    ({ label, text }) => `${label}: ${text}`,
  );
  const heading = [timeText(time), event.position, event.stream, actorText(actor, nameOf), event.type].join(
    '  ',
  );
  return fields.length === 0 ? heading : `${heading}  ${fields.join('; ')}`;
}

/** The fields that say something to people; an old and a new value become one field. */
export const fieldsOf = (data: EventData, nameOf: NameOf): readonly TextField[] =>
  Object.entries(data)
    .filter(([field]) => !SILENT.test(field) && !(isOld(field) && newOf(field) in data))
    .map(([field, value]) => {
      const old = `old${field.slice('new'.length)}`;
      const text = (one: unknown): string => valueText(field, one, data, nameOf);
      if (!/^new[A-Z]/.test(field) || !(old in data)) return { label: labelOf(field), text: text(value) };
      return { label: labelOf(old.slice('old'.length)), text: changeText(data[old], value, text) };
    });

const isOld = (field: string): boolean => /^old[A-Z]/.test(field);
const newOf = (field: string): string => `new${field.slice('old'.length)}`;

/** `channelIds` → `channels`. */
const labelOf = (field: string): string => wordsIn(field.replace(/Id(s?)$/, '$1'));

const wordsIn = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** Texts as a difference by words, other values as `old → new`. */
function changeText(old: unknown, value: unknown, text: (value: unknown) => string): string {
  if (typeof old !== 'string' || typeof value !== 'string' || !/\s/.test(old + value))
    return `${text(old)} → ${text(value)}`;
  const marked = textChanges(old, value).map(({ change, tokens }) => {
    const words = tokens.join('');
    if (change === 'kept') return words;
    return change === 'removed' ? `[-${words}-]` : `{+${words}+}`;
  });
  return quoted(marked.join(''));
}

/** Changed texts by field, `content` for instance; undefined if no text has changed. */
export function differencesIn(
  data: EventData,
): Readonly<Record<string, readonly TextDifference[]>> | undefined {
  const differences = Object.entries(data).flatMap(([field, value]) => {
    const old = /^new[A-Z]/.test(field) ? data[`old${field.slice('new'.length)}`] : undefined;
    if (SILENT.test(field) || typeof old !== 'string' || typeof value !== 'string') return [];
    const parts = textChanges(old, value).map(({ change, tokens }) => ({ change, text: tokens.join('') }));
    return [[field.charAt(3).toLowerCase() + field.slice(4), parts] as const];
  });
  return differences.length === 0 ? undefined : Object.fromEntries(differences);
}

/** The difference of two texts by words. */
const textChanges = (old: string, value: string): readonly TokenRun[] =>
  diffTokens(wordsOf(old), wordsOf(value));

const wordsOf = (text: string): readonly string[] => text.match(/\s+|[^\s\p{P}]+|\p{P}/gu) ?? [];

function valueText(field: string, value: unknown, data: EventData, nameOf: NameOf): string {
  const kind = entityKindOf(field, data);
  if (typeof value === 'number') return withName(value, kind && nameOf(kind, value));
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) {
    const shown = value
      .slice(0, MAX_LISTED_ITEMS)
      .map((item) => valueText(Array.isArray(item) ? '' : field, item, data, nameOf));
    const more = value.length > MAX_LISTED_ITEMS ? [`and ${value.length - MAX_LISTED_ITEMS} more`] : [];
    return [...shown, ...more].join(', ') || 'none';
  }
  if (value === null) return 'none';
  if (typeof value !== 'object') return value === true ? 'yes' : value === false ? 'no' : String(value);
  return `(${fieldsOf(value as EventData, nameOf)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('; ')})`;
}

const withName = (id: number, name: string | undefined): string =>
  name === undefined ? String(id) : `${printable(name)} (${id})`;

const quoted = (text: string): string => printable(JSON.stringify(text));

/** Text that a terminal only shows: no control characters, and none that change the direction of writing. */
const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

// Events in the JSON form of CloudEvents 1.0, for systems that take it.

/**
 * One CloudEvent. `source` and `id` together are unique; positions are texts, because integers of CloudEvents
 * have 32 bits. Attributes that do not apply are absent.
 */
export function cloudEvent(event: StoredEvent, names: ReferencedNames, logId: string): string {
  const metadata = metadataOf(event);
  const actor = metadata.actor ?? undefined;
  const head = JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: `/logs/${encodeURIComponent(logId)}/streams/${encodeURIComponent(event.stream)}`,
    type: `hansard.${event.type}.v${metadata.version}`,
    subject: `${event.stream}/${event.revision}`,
    time: new Date(metadata.time).toISOString(),
    datacontenttype: 'application/json',
    partitionkey: event.stream,
    position: String(event.position),
    revision: String(event.revision),
    actor: actor?.toString(),
    actorname: actor === undefined ? undefined : names.person?.[actor],
    client: metadata.client || undefined,
    command: metadata.command,
    correlationid: metadata.$correlationId,
    causationid: metadata.$causationId,
    hash: metadata.hash,
  });
  return `${head.slice(0, -1)},"data":${event.data}}`;
}
