/**
 * How an area defines its part of the snapshot for a registering client. Parts from the state are taken at
 * one revision, without waiting in between; parts from views are read before that, each at its own position.
 */
import type { z } from 'zod';
import type { UserId } from '../../base/ids.ts';
import type { Access } from '../../organization/access/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { NamedProjection } from '../../projections/running/define.ts';
import type { Views } from '../../projections/running/views.ts';
import type { IncludedSubscribers } from '../../wire/subscriptions.ts';
import type { ClientCapability } from './define.ts';
import type { snapshotFields } from './shapes.ts';

/** Facts about the server in a snapshot. */
interface ServerInfo {
  /** UNIX seconds of its start. */
  readonly startedAt: number;
  readonly pushes: boolean;
  readonly webPublicChannels: boolean;
  readonly emojiDataUrl: string;
  /** Mebibytes of all files of an organization; null is no limit. */
  readonly uploadQuotaMib: number | null;
  readonly limits: {
    readonly messageLength: number;
    readonly topicLength: number;
    readonly channelNameLength: number;
    readonly channelDescriptionLength: number;
    readonly fileSizeMib: number;
    readonly avatarSizeMib: number;
    readonly folderNameLength: number;
    readonly folderDescriptionLength: number;
    readonly passwordLength: readonly [min: number, max: number];
  };
}

/** The registering client: viewer, organization and capabilities. */
export interface SnapshotSource {
  readonly state: OrganizationState;
  /** null without a login. */
  readonly viewerId: UserId | null;
  readonly access: Access;
  /** Host name of the organization without a port, and its URL without a trailing slash. */
  readonly host: string;
  readonly url: string;
  /** UNIX milliseconds. */
  readonly now: number;
  readonly capabilities: ReadonlySet<ClientCapability>;
  readonly clientGravatar: boolean;
  readonly subscribers: IncludedSubscribers;
  readonly server: ServerInfo;
}

type Shapes = typeof snapshotFields;
/** Names of parts: those that clients request, and `unread_msgs`, which comes with two others. */
export type FetchType = keyof Shapes;

/** A long list whose elements are taken now and serialized later, over several turns of the event loop. */
export class LongList {
  /** JSON texts of the elements; a buffer contains several of them, each after a comma. */
  readonly texts: () => Iterable<string | Buffer>;

  constructor(texts: () => Iterable<string | Buffer>) {
    this.texts = texts;
  }
}

type Field<Value> = Value extends readonly unknown[] ? Value | LongList : Value;

/** The fields of a fetch type. */
export type FieldsOf<Type extends FetchType> = {
  readonly [Name in keyof Shapes[Type]]: Shapes[Type][Name] extends z.ZodType
    ? Field<z.infer<Shapes[Type][Name]>>
    : never;
};

/** What a part reads from views, and how it becomes fields. */
export interface ViewPart<Read, Fields> {
  readonly projections: readonly NamedProjection[];
  /**
   * Types of events, or `type/op`, that the queue delivers from the revision of the views on, although the
   * state is taken later.
   */
  readonly events?: readonly string[];
  /** A version of the part's other sources in the state: views are read again until it stays the same. */
  readonly version?: (source: SnapshotSource) => unknown;
  /** `last` is the revision of the views; later messages must be left out. */
  read(views: Views, source: SnapshotSource, last: number): Promise<Read>;
  fields(source: SnapshotSource, read: Read): Fields;
}

type SnapshotPart<Fields> = ((source: SnapshotSource) => Fields) | ViewPart<never, Fields>;

/** Defines an area's parts of the snapshot by fetch type. */
export const snapshot = <Type extends FetchType>(parts: {
  readonly [Each in Type]: SnapshotPart<FieldsOf<Each>>;
}): { readonly [Each in Type]: SnapshotPart<FieldsOf<Each>> } => parts;

/** Defines a part that is read from views. */
export const fromViews = <Read, Fields>(part: ViewPart<Read, Fields>): ViewPart<never, Fields> =>
  part as unknown as ViewPart<never, Fields>;
