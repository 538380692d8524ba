/**
 * How an area says what a client is told of it that registers a queue. Parts of state are taken at one revision, without
 * waiting in between; parts of views are read before that, each at a position of its own.
 */
import type { z } from 'zod';
import type { UserId } from '../../ids.ts';
import type { Access } from '../../organization/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { NamedProjection } from '../../projections/define.ts';
import type { Views } from '../../projections/views.ts';
import type { ClientCapability } from '../capabilities.ts';
import type { snapshotFields } from '../shapes.ts';

/** What of the server itself a snapshot tells. */
export interface ServerFacts {
  /** UNIX seconds of its start. */
  readonly startedAt: number;
  readonly pushes: boolean;
  readonly webPublicChannels: boolean;
  /** Path of the picture of organizations that have set none. */
  readonly iconPath: string;
  readonly emojiDataUrl: string;
  /** Mebibytes of all files of an organization; null is no limit. */
  readonly uploadQuotaMib: number | null;
  readonly limits: {
    readonly messageLength: number;
    readonly topicLength: number;
    readonly channelNameLength: number;
    readonly channelDescriptionLength: number;
    readonly fileSizeMib: number;
    readonly folderNameLength: number;
    readonly folderDescriptionLength: number;
    readonly passwordLength: readonly [min: number, max: number];
  };
}

/** Who registers, in which organization, and what the client understands. */
export interface SnapshotSource {
  readonly state: OrganizationState;
  /** null for who is not logged in. */
  readonly viewerId: UserId | null;
  readonly access: Access;
  /** Host name of the organization, without a port, and its URL, without a slash at its end. */
  readonly host: string;
  readonly url: string;
  /** UNIX milliseconds. */
  readonly now: number;
  readonly capabilities: ReadonlySet<ClientCapability>;
  readonly clientGravatar: boolean;
  readonly includeSubscribers: boolean;
  readonly server: ServerFacts;
}

type Shapes = typeof snapshotFields;
/** Names of parts: those that clients ask for, and `unread_msgs`, which comes with two others. */
export type FetchType = keyof Shapes;

/** A long list whose elements are taken now and written down later, in several turns of the event loop. */
export class LongList {
  /** JSON texts of the elements; bytes hold some of them, each behind a comma. */
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

/** What a part reads in views, and how it becomes fields. */
export interface ViewPart<Read, Fields> {
  readonly projections: readonly NamedProjection[];
  /**
   * What the queue is told from the revision on that the views were waited for, though the state is taken later: types of
   * events, or `type/op`.
   */
  readonly events?: readonly string[];
  /** Changes in the state with whatever else the part tells of: views are read again until it stays the same. */
  readonly version?: (source: SnapshotSource) => unknown;
  /** `last` is the revision that the views are level with; nothing that was said later belongs in. */
  read(views: Views, source: SnapshotSource, last: number): Promise<Read>;
  fields(source: SnapshotSource, read: Read): Fields;
}

type Part<Fields> = ((source: SnapshotSource) => Fields) | ViewPart<never, Fields>;

/** Defines what clients are told of an area when they register, by fetch type. */
export const snapshot = <Type extends FetchType>(parts: {
  readonly [Each in Type]: Part<FieldsOf<Each>>;
}): { readonly [Each in Type]: Part<FieldsOf<Each>> } => parts;

/** Defines a part that views are read for. */
export const fromViews = <Read, Fields>(part: ViewPart<Read, Fields>): ViewPart<never, Fields> =>
  part as unknown as ViewPart<never, Fields>;
