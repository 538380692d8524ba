/** The sources of a snapshot, and its viewer. */
import type { UserId } from '../../base/ids.ts';
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from '../../commands/channels/folders.ts';
import { PASSWORD_LENGTH } from '../../commands/credentials/credentials.ts';
import {
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
} from '../../commands/text.ts';
import { isLong } from '../../live/takeSnapshot.ts';
import type { ClientCapability } from '../../live/translation/define.ts';
import type { LongList, SnapshotSource } from '../../live/translation/snapshot.ts';
import { accessOf } from '../../organization/access/access.ts';
import { showsPresence } from '../../organization/access/presence.ts';
import { botSettings } from '../../organization/slices/bots.ts';
import { MAX_PICTURE_MIB } from '../files/limits.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import { serializeMember } from '../listings/listResponse.ts';
import { EMOJI_NAMES_PATH } from '../organization/emoji.ts';

interface SnapshotRequest {
  readonly actor: Account | null;
  readonly organization: ServedOrganization;
  readonly services: Services;
  readonly url: string;
}

interface SnapshotOptions {
  readonly capabilities: ReadonlySet<ClientCapability>;
  readonly clientGravatar: boolean;
  readonly subscribers: SnapshotSource['subscribers'];
}

const limits = {
  avatarSizeMib: MAX_PICTURE_MIB,
  messageLength: MAX_MESSAGE_LENGTH,
  topicLength: MAX_TOPIC_LENGTH,
  channelNameLength: MAX_CHANNEL_NAME_LENGTH,
  channelDescriptionLength: MAX_CHANNEL_DESCRIPTION_LENGTH,
  folderNameLength: MAX_FOLDER_NAME_LENGTH,
  folderDescriptionLength: MAX_FOLDER_DESCRIPTION_LENGTH,
  passwordLength: PASSWORD_LENGTH,
};

export function snapshotSource(
  { actor, organization, services: { clock, config, eventQueues }, url }: SnapshotRequest,
  { capabilities, clientGravatar, subscribers }: SnapshotOptions,
): SnapshotSource {
  const viewerId = actor?.userId ?? null;
  return {
    state: organization.state,
    viewerId,
    access: accessOf(organization.state, viewerId),
    host: organization.host,
    url,
    now: clock.now(),
    capabilities,
    clientGravatar,
    subscribers,
    server: {
      startedAt: eventQueues.generation,
      limits: { ...limits, fileSizeMib: config.MAX_FILE_UPLOAD_SIZE_MIB },
      uploadQuotaMib: config.UPLOAD_QUOTA_MIB || null,
      pushes: config.PUSH_BOUNCER_URL !== undefined,
      webPublicChannels: config.WEB_PUBLIC_CHANNELS,
      emojiDataUrl: `${url}${EMOJI_NAMES_PATH}`,
    },
  };
}

// Presence in the answer of POST /register.

const DAY = 24 * 3600;

interface PresenceRequest {
  readonly actor: Account | null;
  readonly organization: ServedOrganization;
  readonly services: Services;
  readonly params: { readonly slim_presence: boolean; readonly presence_history_limit_days: number };
}

export const isPresenceRequested = (fetchTypes: ReadonlySet<string> | null): boolean =>
  fetchTypes === null || fetchTypes.has('presence');

/** Fields, and serialized members. Spectators see no presence. */
export async function presencesFor(
  { actor, organization, services: { clock, listings }, params }: PresenceRequest,
  isSimplified: boolean,
) {
  const now = clock.now() / 1000;
  const fields = { server_timestamp: now };
  if (actor === null || !showsPresence(organization.state))
    return { fields: { ...fields, presences: {}, presence_last_update_id: -1 }, members: [] };
  const { state } = await organization.presence();
  const { json, lastUpdateId } = await listings.presences.of(organization, state, actor.userId, {
    format: isSimplified || params.slim_presence ? 'modern' : 'legacy',
    after: -1,
    since: Math.floor(now / 60) * 60 - params.presence_history_limit_days * DAY,
  });
  const members = params.presence_history_limit_days === 0 ? Buffer.from('"presences":{}') : json;
  return { fields: { ...fields, presence_last_update_id: lastUpdateId ?? -1 }, members: [[members]] };
}

// Serializes a snapshot: long lists in pieces, between which other requests get a turn.

type JsonFields = Readonly<Record<string, unknown>>;

interface SerializeContext {
  readonly organization: ServedOrganization;
  readonly services: Services;
}

/** Small fields as they are, large ones as bytes in pieces. */
export async function serializeFields(
  fields: JsonFields,
  context: SerializeContext,
): Promise<{ readonly plain: JsonFields; readonly members: readonly (readonly Buffer[])[] }> {
  const plain: Record<string, unknown> = {};
  const long: (readonly [string, LongList])[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (isLong(field)) long.push([name, field]);
    else plain[name] = field;
  }
  const bots = plain['realm_bots'] as readonly Bot[] | undefined;
  if (bots) plain['realm_bots'] = await withTokens(bots, context);
  const members: (readonly Buffer[])[] = [];
  for (const [name, list] of long) members.push(await serializeMember(name, list.texts()));
  return { plain, members };
}

const COMMA = Buffer.from(',');

/** Members separated by commas. */
export const joinMembers = (members: readonly (readonly Buffer[])[]): readonly Buffer[] =>
  members.flatMap((pieces, index) => (index === 0 ? pieces : [COMMA, ...pieces]));

interface Bot {
  readonly user_id: number;
  readonly services: readonly object[];
}

/** Tokens of outgoing webhooks are in the vault. */
const withTokens = (bots: readonly Bot[], { organization, services: { secrets } }: SerializeContext) =>
  Promise.all(
    bots.map(async (bot) => {
      const { service } = botSettings(organization.state, bot.user_id as UserId);
      if (bot.services.length === 0 || service === null) return bot;
      const token = (await secrets.showBotToken(service.tokenCredentialId)) ?? '';
      return { ...bot, services: bot.services.map((each) => ({ ...each, token })) };
    }),
  );
