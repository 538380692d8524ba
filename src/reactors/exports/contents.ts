/** The contents of a data export, as JSON texts that are generated while they are read. */
import type { ExportType } from '../../events/exports.ts';
import type { UserId } from '../../ids.ts';
import { accessOf } from '../../organization/access.ts';
import type { Channel } from '../../organization/channels.ts';
import { settingsOf } from '../../organization/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { isSubscribed } from '../../organization/subscriptions.ts';
import { documentsOf } from '../../projections/documents.ts';
import { messageDocuments, type StoredMessage } from '../../projections/messages/document.ts';
import type { Views } from '../../projections/views.ts';
import { wireOrganizationSettings } from '../../wire/organizationSettings.ts';

/** Messages read at once. */
const PAGE = 500;

/** An export as it is made. */
export interface Exported {
  readonly organization: OrganizationState;
  readonly views: Views;
  readonly exportType: ExportType;
  /** UNIX milliseconds. */
  readonly now: number;
}

/** The organization itself, its people, groups and channels: small enough for one text each. */
export function smallTexts(exported: Exported): Readonly<Record<string, string>> {
  const { organization, exportType, now } = exported;
  const { profile } = organization.organization;
  const { name = '', description = '', subdomain = '' } = profile.get() ?? {};
  return {
    'organization.json': jsonOf({
      ...{
        format: 'hansard-export',
        version: 1,
        export_type: exportType,
        exported_at: Math.floor(now / 1000),
      },
      ...{ name, description, subdomain, settings: wireOrganizationSettings(settingsOf(organization)) },
    }),
    'users.json': jsonOf(
      [...organization.users.byId.values()].map(
        ({ userId, email, fullName, role, active, bot, createdAt }) => ({
          ...{ user_id: userId, email, full_name: fullName, role, is_active: active, is_bot: bot !== null },
          ...{ bot_owner_id: bot?.ownerId ?? null, date_joined: Math.floor(createdAt / 1000) },
        }),
      ),
    ),
    'user_groups.json': jsonOf(
      [...organization.userGroups.byId.values()].map((group) => ({
        ...{ id: group.groupId, name: group.name, description: group.description },
      })),
    ),
    'channels.json': jsonOf(
      channelsIn(exported).map((channel) => ({
        ...{ stream_id: channel.channelId, name: channel.name, description: channel.description },
        ...{ invite_only: channel.privacy === 'private', is_web_public: channel.privacy === 'web-public' },
        ...{ is_archived: channel.archived, creator_id: channel.creatorId },
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

/** People who allow that what they can read is exported; nobody is asked for a public export. */
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
export async function* messagesIn(exported: Exported): AsyncIterable<readonly StoredMessage[]> {
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
export const messageLine = (message: StoredMessage): string =>
  `${JSON.stringify({
    ...{ id: message.messageId, sender_id: message.senderId, client: message.client },
    timestamp: Math.floor(message.sentAt / 1000),
    ...(message.channelId === undefined
      ? { type: 'private', recipient_ids: message.participantIds }
      : { type: 'stream', stream_id: message.channelId, topic: message.topic }),
    content: message.content,
    ...(message.html !== undefined && { rendered_content: message.html }),
    ...(message.editedAt !== undefined && { last_edit_timestamp: Math.floor(message.editedAt / 1000) }),
    reactions: (message.reactions ?? []).map(({ emojiName, emojiCode, reactionType, userId }) => ({
      ...{ emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType, user_id: userId },
    })),
  })}\n`;
