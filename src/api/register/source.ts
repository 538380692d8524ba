/** The sources of a snapshot, and its viewer. */
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from '../../commands/channelFolders.ts';
import { PASSWORD_LENGTH } from '../../commands/credentials.ts';
import {
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
} from '../../commands/text.ts';
import type { ClientCapability } from '../../live/capabilities.ts';
import type { SnapshotSource } from '../../live/snapshot/define.ts';
import { accessOf } from '../../organization/access.ts';
import { MAX_PICTURE_MIB } from '../pictureLimits.ts';
import { EMOJI_NAMES_PATH } from '../emojiPictures.ts';
import type { Account, ServedOrganization } from '../http/served.ts';
import type { Services } from '../http/services.ts';

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

/** UNIX seconds at which this process started: the same in all answers. */
let startedAt: number | undefined;

export function snapshotSource(
  { actor, organization, services: { clock, config }, url }: SnapshotRequest,
  { capabilities, clientGravatar, subscribers }: SnapshotOptions,
): SnapshotSource {
  const viewerId = actor?.userId ?? null;
  startedAt ??= Math.floor(clock.now() / 1000 - process.uptime());
  return {
    ...{ state: organization.state, viewerId, access: accessOf(organization.state, viewerId) },
    ...{ host: organization.host, url, now: clock.now(), capabilities, clientGravatar },
    subscribers,
    server: {
      startedAt,
      limits: { ...limits, fileSizeMib: config.MAX_FILE_UPLOAD_SIZE_MIB },
      uploadQuotaMib: config.UPLOAD_QUOTA_MIB || null,
      pushes: config.PUSH_BOUNCER_URL !== undefined,
      webPublicChannels: config.WEB_PUBLIC_CHANNELS,
      emojiDataUrl: `${url}${EMOJI_NAMES_PATH}`,
    },
  };
}
