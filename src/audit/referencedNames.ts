/** Names of people, channels and groups as they are today, for the IDs in the record. */
import type { ChannelId, UserId } from '../base/ids.ts';
import { BrokenChain } from '../events/chain.ts';
import type { EventMetadata } from '../events/define.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import type { UserGroupId } from '../events/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { type EntityKind, type EventData, referencesIn } from './references.ts';

/** The name of what an ID belongs to; undefined if it has none. */
export type NameOf = (kind: EntityKind, id: number) => string | undefined;

/** Names by kind and ID: `{ "person": { "2": "Ada" } }`. */
export type ReferencedNames = Readonly<Partial<Record<EntityKind, Readonly<Record<string, string>>>>>;

/** Names in one organization. */
export const namesOf =
  (organization: OrganizationState): NameOf =>
  (kind, id) => {
    if (kind === 'person') return organization.users.byId.get(id as UserId)?.fullName || undefined;
    if (kind === 'channel') return organization.channels.byId.get(id as ChannelId)?.name;
    return kind === 'group' ? organization.userGroups.byId.get(id as UserGroupId)?.name : undefined;
  };

/** The names of everything that an event refers to, and of its actor. */
export function referencedNames(data: EventData, actor: number | null, nameOf: NameOf): ReferencedNames {
  const found: Partial<Record<EntityKind, Record<string, string>>> = {};
  const add = (kind: EntityKind, id: number): void => {
    const name = nameOf(kind, id);
    if (name !== undefined) (found[kind] ??= {})[id] = name;
  };
  if (actor !== null) add('person', actor);
  for (const { kind, id } of referencesIn(data)) add(kind, id);
  return found;
}

// An event of the record as one line of JSON.

/**
 * Data and metadata exactly as recorded, in their original versions, so that the hash chain can be checked
 * from the output. `time` is in UNIX milliseconds. Names, if given, come last.
 */
export function jsonLine(event: StoredEvent, names?: ReferencedNames): string {
  const { position, stream, revision, type, id, data, metadata } = event;
  const { version, time } = metadataOf(event);
  const head = JSON.stringify({ position, stream, revision, type, version, id, time });
  const tail = names === undefined ? '' : `,"names":${JSON.stringify(names)}`;
  return `${head.slice(0, -1)},"data":${data},"metadata":${metadata}${tail}}`;
}

/** BrokenChain if it is not readable. */
export function metadataOf(event: StoredEvent): EventMetadata {
  try {
    return JSON.parse(event.metadata) as EventMetadata;
  } catch {
    throw new BrokenChain(event);
  }
}
