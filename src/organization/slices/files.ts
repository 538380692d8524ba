/** Uploaded files: whose each is, which messages show it, and which bytes are still needed. */
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import type { OrganizationEvents } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import type { FileId, Picture } from '../../events/files.ts';
import { sentAtOf } from '../../events/messages.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';
import { type Arrival, arrivalFrom, arrivalOf } from './subscriptions.ts';

/** A file as rules see it. */
export interface UploadedFile {
  readonly fileId: FileId;
  readonly ownerId: UserId;
  /** `{two hexadecimal digits}/{what nobody can guess}`. */
  readonly key: string;
  readonly name: string;
  readonly urlName: string;
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly picture?: Picture | undefined;
  /** UNIX milliseconds. */
  readonly uploadedAt: number;
  /** Messages that show it, ascending. */
  readonly shownIn: readonly MessageId[];
}

/** A message that shows files: where it is, and when it was sent. */
export interface ShowingMessage extends Arrival {
  readonly messageId: MessageId;
  readonly fileIds: readonly FileId[];
  readonly channelId?: ChannelId | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
  /** UNIX milliseconds. */
  readonly sentAt: number;
}

type Files = ReturnType<typeof filesSlice.state>;

export const filesSlice = slice({
  version: 2,
  state: () => ({
    byId: map<FileId, UploadedFile>(),
    idByKey: map<string, FileId>(),
    idsByOwner: map<UserId, readonly FileId[]>(),
    showing: map<MessageId, ShowingMessage>(),
    /** Files that no message shows → since when, in UNIX milliseconds. */
    unusedSince: map<FileId, number>(),
    /** Path of an avatar → the digests of its sizes; and whose avatar has which path. */
    pictures: map<string, readonly string[]>(),
    pictureOf: map<UserId, string>(),
    /** Digest → how many things have these bytes. */
    uses: map<string, number>(),
    /** Bytes of all files of a person, and of the organization. */
    usedBy: map<UserId, number>(),
    used: cell(0),
    nextFileId: cell(1 as FileId),
  }),
  evolve: {
    FileUploaded(files, data, { metadata: { time } }) {
      const { fileId, ownerId, key } = data;
      files.byId.set(fileId, uploaded(data, time));
      files.idByKey.set(key, fileId);
      files.idsByOwner.set(ownerId, [...(files.idsByOwner.get(ownerId) ?? []), fileId]);
      files.unusedSince.set(fileId, time);
      files.nextFileId.set((fileId + 1) as FileId);
      count(files, data, 1);
    },
    AvatarChanged(files, { userId, avatar }) {
      dropPicture(files, userId);
      if (avatar === null) return;
      const digests = [avatar.digest, avatar.mediumDigest];
      files.pictures.set(avatar.path, digests);
      files.pictureOf.set(userId, avatar.path);
      for (const digest of digests) countUse(files, digest, 1);
    },
    FileRemoved: (files, { fileId }) => forget(files, fileId),
    OrganizationPictureChanged(files, { oldStored, newStored }) {
      if (oldStored) {
        files.pictures.delete(oldStored.path);
        countUse(files, oldStored.digest, -1);
      }
      if (newStored === null) return;
      files.pictures.set(newStored.path, [newStored.digest]);
      countUse(files, newStored.digest, 1);
    },
    ExportFinished: (files, { digest }) => countUse(files, digest, 1),
    ExportDeleted: (files, { digest }) => countUse(files, digest, -1),
    MessageSent(files, data, { revision, metadata }) {
      if (data.fileIds === undefined) return;
      const { fileIds, channelId, participantIds } = data;
      const messageId = (revision + 1) as MessageId;
      const sentAt = sentAtOf(data.imported, metadata);
      show(files, { messageId, fileIds, sentAt, ...conversationFields({ channelId, participantIds }) });
    },
    MessageEdited(files, data, { metadata: { time } }) {
      const before = files.showing.get(data.messageId);
      if (before === undefined && data.fileIds === undefined) return;
      hide(files, before, time);
      if (data.fileIds === undefined) return;
      const { messageId, fileIds, sentAt = time } = data;
      show(files, { messageId, fileIds, sentAt, ...conversationFields(data), ...arrivalOf(data) });
    },
    MessagesMoved({ showing }, { messageIds, oldChannelId, newChannelId }, { revision }) {
      if (oldChannelId === newChannelId) return;
      for (const messageId of messageIds) {
        const message = showing.get(messageId);
        if (message === undefined) continue;
        const arrival = arrivalFrom(oldChannelId, message, revision);
        showing.set(messageId, { ...message, channelId: newChannelId, ...arrival });
      }
    },
    MessagesDeleted(files, { messageIds }, { metadata: { time } }) {
      for (const messageId of messageIds) {
        const message = files.showing.get(messageId);
        if (message === undefined) continue;
        hide(files, message, time);
        // A file goes with the last message that showed it.
        for (const fileId of message.fileIds)
          if (files.byId.get(fileId)?.shownIn.length === 0) forget(files, fileId);
      }
    },
  },
});

/** State that knows files. */
interface WithFiles {
  readonly files: Files;
}

const uploaded = (data: OrganizationEvents['FileUploaded'], uploadedAt: number): UploadedFile => ({
  ...data,
  name: readErasable(data.name, ''),
  urlName: readErasable(data.urlName, ''),
  uploadedAt,
  shownIn: [],
});

const conversationFields = ({
  channelId,
  participantIds,
}: Pick<ShowingMessage, 'channelId' | 'participantIds'>) => ({
  ...(channelId !== undefined && { channelId }),
  ...(participantIds && { participantIds }),
});

/** A message shows files from now on; of those that have been removed meanwhile there is nothing to show. */
function show({ byId, showing, unusedSince }: Files, message: ShowingMessage): void {
  const { messageId } = message;
  const fileIds = message.fileIds.filter((fileId) => byId.has(fileId));
  if (fileIds.length === 0) return;
  showing.set(messageId, { ...message, fileIds });
  for (const fileId of fileIds) {
    byId.update(fileId, ({ shownIn, ...file }) => ({ ...file, shownIn: inserted(shownIn, messageId) }));
    unusedSince.delete(fileId);
  }
}

/** A message shows no files any more. */
function hide({ byId, showing, unusedSince }: Files, message: ShowingMessage | undefined, now: number): void {
  if (message === undefined) return;
  showing.delete(message.messageId);
  for (const fileId of message.fileIds) {
    const file = byId.get(fileId);
    if (file === undefined) continue;
    const shownIn = file.shownIn.filter((messageId) => messageId !== message.messageId);
    byId.set(fileId, { ...file, shownIn });
    if (shownIn.length === 0) unusedSince.set(fileId, now);
  }
}

function forget(files: Files, fileId: FileId): void {
  const file = files.byId.get(fileId);
  if (file === undefined) return;
  for (const messageId of file.shownIn) {
    const message = files.showing.get(messageId);
    if (message)
      files.showing.set(messageId, { ...message, fileIds: message.fileIds.filter((id) => id !== fileId) });
  }
  files.byId.delete(fileId);
  files.idByKey.delete(file.key);
  files.unusedSince.delete(fileId);
  const others = (files.idsByOwner.get(file.ownerId) ?? []).filter((id) => id !== fileId);
  files.idsByOwner.set(file.ownerId, others);
  count(files, file, -1);
}

function dropPicture(files: Files, userId: UserId): void {
  const path = files.pictureOf.get(userId);
  if (path === undefined) return;
  for (const digest of files.pictures.get(path) ?? []) countUse(files, digest, -1);
  files.pictures.delete(path);
  files.pictureOf.delete(userId);
}

function countUse({ uses }: Files, digest: string, by: 1 | -1): void {
  const left = (uses.get(digest) ?? 0) + by;
  if (left > 0) uses.set(digest, left);
  else uses.delete(digest);
}

/** Counts a file in, or out. */
function count(
  files: Files,
  { digest, ownerId, size }: Pick<UploadedFile, 'digest' | 'ownerId' | 'size'>,
  by: 1 | -1,
): void {
  const { usedBy, used } = files;
  countUse(files, digest, by);
  usedBy.set(ownerId, (usedBy.get(ownerId) ?? 0) + by * size);
  used.set(used.get() + by * size);
}

function inserted(ascending: readonly MessageId[], messageId: MessageId): readonly MessageId[] {
  const last = ascending.at(-1) ?? 0;
  return messageId > last ? [...ascending, messageId] : [...ascending, messageId].sort((a, b) => a - b);
}

/** The file with this key; undefined where there is none, or none any more. */
export function fileWithKey({ files }: WithFiles, key: string): UploadedFile | undefined {
  const fileId = files.idByKey.get(key);
  return fileId === undefined ? undefined : files.byId.get(fileId);
}

/** Somebody's files, in the order in which they were uploaded. */
export const filesOf = ({ files }: WithFiles, ownerId: UserId): readonly UploadedFile[] =>
  (files.idsByOwner.get(ownerId) ?? []).flatMap((fileId) => files.byId.get(fileId) ?? []);

/** Files that no message has shown since before a time (UNIX milliseconds). */
export function filesUnusedSince({ files }: WithFiles, time: number): readonly UploadedFile[] {
  const unused: UploadedFile[] = [];
  for (const [fileId, since] of files.unusedSince.entries()) {
    const file = since < time ? files.byId.get(fileId) : undefined;
    if (file) unused.push(file);
  }
  return unused;
}

/** The path of a file for clients: `{organization}/{key}/{name}`, below `/user_uploads/`. */
export const FILE_PATH = /\/user_uploads\/(\d{1,15})\/([0-9a-f]{2}\/[\w-]{16,64})\/[^"?#<>\s]+/g;
