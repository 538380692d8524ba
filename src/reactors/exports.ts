/** The reactor that makes data exports. */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Clock } from '../base/clock.ts';
import type { UserId } from '../base/ids.ts';
import { BY_SERVER } from '../commands/define.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import { finishExport } from '../commands/organization/files.ts';
import type { FileId } from '../events/files.ts';
import type { ExportId, ExportType } from '../events/organizations.ts';
import type { Files } from '../files/files.ts';
import { accessOf } from '../organization/access/access.ts';
import type { Channel } from '../organization/slices/channels.ts';
import { settingsOf } from '../organization/slices/organizations.ts';
import { isSubscribed } from '../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../organization/state.ts';
import { messageDocuments, type StoredMessage } from '../projections/messages/document.ts';
import { messages } from '../projections/messages/projection.ts';
import { documentsOf, type LevelViews, type Views } from '../projections/running/views.ts';
import { wireOrganizationSettings } from '../wire/organizationSettings.ts';
import { defineReactor, type Reactor } from './running/define.ts';

/** Makes the archive of an export, and records that it is finished; again, it changes nothing. */
type MakeExport = (organization: OrganizationState, exportId: ExportId) => Promise<void>;

/** Each export once; one that a crash has interrupted begins again. */
export const exportsReactor = (make: MakeExport): Reactor =>
  defineReactor({
    name: 'exports',
    on: {
      ExportRequested: ({ data: { exportId } }, organization) => [
        { id: `export:${exportId}`, run: () => make(organization, exportId) },
      ],
    },
    concerns: ({ exports }) => exports.byId.size > 0,
  });

// The contents of a data export, as JSON texts that are generated while they are read.

/** Messages read at once. */
const PAGE = 500;

/** An export as it is made. */
interface Exported {
  readonly organization: OrganizationState;
  readonly views: Views;
  readonly exportType: ExportType;
  /** UNIX milliseconds. */
  readonly now: number;
}

/** The organization itself, its people, groups and channels: small enough for one text each. */
function smallTexts(exported: Exported): Readonly<Record<string, string>> {
  const { organization, exportType, now } = exported;
  const { profile } = organization.organization;
  const { name = '', description = '', subdomain = '' } = profile.get() ?? {};
  return {
    'organization.json': jsonOf({
      format: 'hansard-export',
      version: 1,
      export_type: exportType,
      exported_at: Math.floor(now / 1000),
      name,
      description,
      subdomain,
      settings: wireOrganizationSettings(settingsOf(organization)),
    }),
    'users.json': jsonOf(
      [...organization.users.byId.values()].map(
        ({ userId, email, fullName, role, active, bot, createdAt }) => ({
          user_id: userId,
          email,
          full_name: fullName,
          role,
          is_active: active,
          is_bot: bot !== null,
          bot_owner_id: bot?.ownerId ?? null,
          date_joined: Math.floor(createdAt / 1000),
        }),
      ),
    ),
    'user_groups.json': jsonOf(
      [...organization.userGroups.byId.values()].map((group) => ({
        id: group.groupId,
        name: group.name,
        description: group.description,
      })),
    ),
    'channels.json': jsonOf(
      channelsIn(exported).map((channel) => ({
        stream_id: channel.channelId,
        name: channel.name,
        description: channel.description,
        invite_only: channel.privacy === 'private',
        is_web_public: channel.privacy === 'web-public',
        is_archived: channel.archived,
        creator_id: channel.creatorId,
        date_created: Math.floor(channel.createdAt / 1000),
      })),
    ),
  };
}

/** Channels that are not private, and those in which somebody is who consents. */
function channelsIn({ organization, exportType }: Exported): readonly Channel[] {
  const people = consenting(organization, exportType);
  return [...organization.channels.byId.values()].filter(
    ({ channelId, privacy }) =>
      privacy !== 'private' || people.some((userId) => isSubscribed(organization, userId, channelId)),
  );
}

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** People who allow that what they can read is exported; a public export needs no consent. */
const consenting = ({ users }: OrganizationState, exportType: ExportType): readonly UserId[] =>
  exportType === 'public'
    ? []
    : [...users.byId.values()].flatMap(({ userId, active, bot, settings }) =>
        active && bot === null && settings.allowPrivateDataExport ? [userId] : [],
      );

/** Whether a message belongs to the export: it is public, or somebody who consents can read it. */
function selection({ organization, exportType }: Exported): (message: StoredMessage) => boolean {
  const accesses = consenting(organization, exportType).map((userId) => accessOf(organization, userId));
  return (message) => {
    const channel =
      message.channelId === undefined ? undefined : organization.channels.byId.get(message.channelId);
    if (channel !== undefined && channel.privacy !== 'private') return true;
    return accesses.some((access) => access.mayReadMessage(message));
  };
}

/** All messages of the export, ascending, in pages. */
async function* messagesIn(exported: Exported): AsyncIterable<readonly StoredMessage[]> {
  const isIn = selection(exported);
  const documents = documentsOf(exported.views, exported.organization);
  for (let above = 0; ;) {
    const range = { field: 'id', above };
    const found = await documents.find(messageDocuments, { range, limit: PAGE });
    const page = found.map(({ id, document }): StoredMessage => ({ ...document, messageId: id }));
    yield page.filter(isIn);
    const last = page.at(-1);
    if (last === undefined) return;
    above = last.messageId;
  }
}

/** One line for each message. */
const messageLine = (message: StoredMessage): string =>
  `${JSON.stringify({
    id: message.messageId,
    sender_id: message.senderId,
    client: message.client,
    timestamp: Math.floor(message.sentAt / 1000),
    ...(message.channelId === undefined
      ? { type: 'private', recipient_ids: message.participantIds }
      : { type: 'stream', stream_id: message.channelId, topic: message.topic }),
    content: message.content,
    ...(message.html !== undefined && { rendered_content: message.html }),
    ...(message.editedAt !== undefined && { last_edit_timestamp: Math.floor(message.editedAt / 1000) }),
    reactions: (message.reactions ?? []).map(({ emojiName, emojiCode, reactionType, userId }) => ({
      emoji_name: emojiName,
      emoji_code: emojiCode,
      reaction_type: reactionType,
      user_id: userId,
    })),
  })}\n`;

// Makes the archive of a data export: a zip file that is written as it is read.

/** Dependencies of the export maker. */
export interface ExportDependencies {
  readonly lanes: Lanes;
  readonly views: LevelViews;
  readonly files: Pick<Files, 'store' | 'open'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Files begin to be written when the messages are, because messages refer to the files. */
export const exportMaker =
  ({ lanes, views, files, clock }: ExportDependencies): MakeExport =>
  async (organization, exportId) => {
    const requested = organization.exports.byId.get(exportId);
    if (requested === undefined || requested.archive !== undefined) return;
    const { organizationId, revision } = organization;
    const level = await views.level([messages], organizationId, revision);
    const exported = { organization, views: level, exportType: requested.exportType, now: clock.now() };
    const zip = new ZipFile();
    const ending = new AbortController();
    const stored = files.store(organizationId, zip.outputStream as Readable);
    stored.catch(() => ending.abort());
    await Promise.all([stored, fill(zip, exported, files, ending.signal)]);
    const lane = await lanes.organization(organizationId);
    const submission = { ...BY_SERVER, correlationId: `export:${exportId}` };
    await lane.submit(finishExport, { exportId, ...(await stored) }, submission);
  };

/** `signal` is aborted when the archive cannot be stored: nothing reads on then. */
async function fill(
  zip: ZipFile,
  exported: Exported,
  files: Pick<Files, 'open'>,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, text] of Object.entries(smallTexts(exported))) zip.addBuffer(Buffer.from(text), name);
  const shown = new Set<FileId>();
  const lines = new PassThrough();
  zip.addReadStream(lines, 'messages.ndjson');
  try {
    for await (const page of messagesIn(exported)) {
      for (const { messageId } of page)
        for (const fileId of exported.organization.files.showing.get(messageId)?.fileIds ?? [])
          shown.add(fileId);
      if (!lines.write(page.map(messageLine).join(''))) await once(lines, 'drain', { signal });
    }
    lines.end();
    for (const fileId of shown) await addFile(zip, exported, fileId, files, signal);
    zip.end();
  } catch (error) {
    // The store of the archive must learn that it will not be complete.
    (zip.outputStream as Readable).destroy(error as Error);
    throw error;
  }
}

/** Files removed meanwhile are left out. One file is written before the next is opened. */
async function addFile(
  zip: ZipFile,
  { organization }: Exported,
  fileId: FileId,
  files: Pick<Files, 'open'>,
  signal: AbortSignal,
): Promise<void> {
  const file = organization.files.byId.get(fileId);
  const body = file && (await files.open(organization.organizationId, file.digest));
  if (!body || !file) return;
  zip.addReadStream(body, `files/${file.key}`, { compress: false, mtime: new Date(file.uploadedAt) });
  await once(body, 'close', { signal });
}
