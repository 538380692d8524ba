/** The rendering services of the API: what a text refers to is looked up first, with its author's rights. */
import type { Metrics } from '../../api/http/metrics.ts';
import type { Services } from '../../api/http/services.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Requester } from '../../base/concurrency.ts';
import { NotReady } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import { type EarlierText, PLAIN_TEXT, type RenderedText } from '../../commands/messages/rendering.ts';
import { EXTRA_EMOJI } from '../../events/reactions.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import { hasMetadataAccess } from '../../organization/access/channels.ts';
import { canReadFile } from '../../organization/access/files.ts';
import { mentionDirectory } from '../../organization/access/mentions.ts';
import { type Channel, channelByName } from '../../organization/slices/channels.ts';
import { customEmojiByName, linkifiersOf } from '../../organization/slices/emoji.ts';
import { FILE_PATH, fileWithKey } from '../../organization/slices/files.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import { responsibleUser } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { findMessagesAround } from '../../projections/messages/page.ts';
import type { Views } from '../../projections/running/views.ts';
import { mentionedNames } from '../../rendering/mentions.ts';
import { isPlain, isPlainWithEmoticons, plainHtml } from '../../rendering/plain.ts';
import {
  type LinkableTopic,
  type PictureEmoji,
  renderCandidates,
  type RenderCandidates,
  type RenderDirectory,
  RENDERER_VERSION,
  type UploadedPicture,
  type WrittenChannelLink,
} from '../../rendering/rendered.ts';
import { createRenderer, type Renderer } from '../../rendering/renderer.ts';
import { widgetOf } from '../../rendering/widgets.ts';
import { pathIdOf, thumbnailPath } from '../../wire/files.ts';
import { customEmojiPath, EXTRA_EMOJI_PATH } from '../../wire/organizations.ts';

/** Topics per text whose newest message is looked up. */
const MAX_TOPICS = 20;
/** The beginning of the URLs of uploaded files. */
const FILES = '/user_uploads/';

/** The dependencies of look-ups. */
interface LookupDependencies {
  readonly renderer: Renderer;
  /** The message views, level with the state. */
  readonly messageViews: (organization: OrganizationState) => Promise<Views>;
}

/** The rendering services of the API. */
export function createTextRendering(
  sources: LookupDependencies,
): Pick<Services, 'render' | 'renderDescription'> {
  const render = (
    organization: OrganizationState,
    source: string,
    writerId: UserId,
    { readerId = writerId, earlier }: RenderContext = {},
  ): RenderedText | Promise<RenderedText> => {
    const emoticons = wantsEmoticons(organization, readerId);
    const hasLinkifiers = linkifiersOf(organization).length > 0;
    if (hasLinkifiers || !(emoticons ? isPlainWithEmoticons(source) : isPlain(source)))
      return renderMarkdown(sources, organization, source, { writerId, readerId, earlier, emoticons });
    const widget = widgetOf(source);
    return widget === undefined ? PLAIN_TEXT : { ...PLAIN_TEXT, widget };
  };
  return {
    render: (organization, source, writerId, earlier) => render(organization, source, writerId, { earlier }),
    async renderDescription(organization, source, writerId) {
      if (source.trim() === '') return '';
      return (await render(organization, source, writerId, { readerId: null })).html ?? plainHtml(source);
    },
  };
}

/** The HTML of a text with markup; none where nothing of it became any. */
async function renderMarkdown(
  sources: LookupDependencies,
  organization: OrganizationState,
  source: string,
  viewpoint: MentionScope & { readonly emoticons: boolean },
): Promise<RenderedText> {
  const directory = await directoryOf(sources, organization, source, viewpoint);
  const asker = askerOf(organization, viewpoint.writerId);
  const { emoticons } = viewpoint;
  const rendered = await sources.renderer.render(source, { emoticons, ...directory }, asker);
  const { html, links, wildcards } = rendered;
  return {
    ...(html === plainHtml(source)
      ? { html: undefined, rendererVersion: 0 }
      : { html, rendererVersion: RENDERER_VERSION }),
    mentionedUserIds: rendered.mentionedUserIds as readonly UserId[],
    mentionedGroupIds: rendered.mentionedGroupIds as readonly UserGroupId[],
    wildcards,
    links,
    fileKeys: fileKeysIn(organization, source, html),
    widget: widgetOf(source),
  };
}

/** Files of the organization that HTML links to or shows. */
const fileKeysIn = (organization: OrganizationState, source: string, html: string): readonly string[] =>
  source.includes(FILES) ? keysIn(organization, html) : [];

function keysIn({ organizationId }: OrganizationState, text: string): readonly string[] {
  const keys = Array.from(text.matchAll(FILE_PATH), ([, organization, key = '']) =>
    organization === String(organizationId) ? key : '',
  );
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Bots share their owner's turn in the queue. */
const askerOf = (organization: OrganizationState, writerId: UserId): Requester => ({
  organizationId: organization.organizationId,
  ownerId: responsibleUser(organization, writerId),
});

const wantsEmoticons = (organization: OrganizationState, userId: UserId | null): boolean =>
  userId !== null && organization.users.byId.get(userId)?.settings.translateEmoticons === true;

/** The author of mentions, and the reader who must be able to see linked conversations; null means everybody. */
interface MentionScope {
  readonly writerId: UserId;
  readonly readerId: UserId | null;
  readonly earlier: EarlierText | undefined;
}

/** The reader, if not the author, and the previous text. */
interface RenderContext {
  readonly readerId?: UserId | null;
  readonly earlier?: EarlierText | undefined;
}

async function directoryOf(
  sources: LookupDependencies,
  organization: OrganizationState,
  source: string,
  { writerId, readerId, earlier }: MentionScope,
): Promise<Omit<RenderDirectory, 'emoticons'>> {
  const candidates = renderCandidates(source);
  const channels = new Map<string, Channel>();
  for (const { channel: name } of candidates.channelLinks) {
    const channel = channelByName(organization, name);
    if (channel && hasMetadataAccess(organization, readerId, channel)) channels.set(name, channel);
  }
  return {
    channels: Array.from(channels.values(), ({ channelId: id, name }) => ({ id, name })),
    topics: await topicsOf(sources, organization, linkedTopics(candidates.channelLinks, channels), readerId),
    emoji: candidates.emoji.flatMap((name) => pictureOf(organization, name) ?? []),
    pictures: uploadedPictures(organization, source, writerId),
    hasNoPreviews: !settingsOf(organization).inlineImagePreview,
    linkifiers: linkifiersOf(organization).map(({ pattern, urlTemplate }) => ({ pattern, urlTemplate })),
    ...mentionsFor(organization, candidates, writerId, earlier),
  };
}

/** The files that a text links to, as far as its writer may read them. */
function uploadedPictures(
  organization: OrganizationState,
  source: string,
  writerId: UserId,
): readonly UploadedPicture[] {
  return keysIn(organization, source).flatMap((key) => {
    const file = fileWithKey(organization, key);
    if (file === undefined || !canReadFile(organization, writerId, file)) return [];
    const pathId = pathIdOf(organization.organizationId, file);
    const shown = file.picture && {
      ...file.picture,
      thumbnail: thumbnailPath(pathId, file.picture.isAnimated ?? false),
    };
    return [{ path: `/user_uploads/${pathId}`, shown }];
  });
}

/** A name that an edited text has kept means the same person as before, whatever they are called now. */
function mentionsFor(
  organization: OrganizationState,
  candidates: RenderCandidates,
  writerId: UserId,
  earlier: EarlierText | undefined,
) {
  const meant = earlier ? [...mentionedNames(earlier.content, earlier.html)] : [];
  const userIds = [...candidates.userIds, ...meant.map(([, userId]) => userId)];
  const { users, groups } = mentionDirectory(organization, { ...candidates, userIds }, writerId);
  const formerNames = (userId: UserId) => meant.flatMap(([name, id]) => (id === userId ? [name] : []));
  return { users: users.map((user) => ({ ...user, formerNames: formerNames(user.id) })), groups };
}

interface LinkedTopic {
  readonly channel: Channel;
  readonly topic: string;
}

/** The topics that links lead to, except links to messages. */
const linkedTopics = (
  links: readonly WrittenChannelLink[],
  channels: ReadonlyMap<string, Channel>,
): readonly LinkedTopic[] =>
  links.flatMap(({ channel: name, topic, messageId }) => {
    const channel = channels.get(name);
    return channel && topic !== undefined && messageId === undefined ? [{ channel, topic }] : [];
  });

/** While the views are not ready a link omits the message and still leads to its topic. */
async function topicsOf(
  { messageViews }: LookupDependencies,
  organization: OrganizationState,
  linked: readonly LinkedTopic[],
  readerId: UserId | null,
): Promise<readonly LinkableTopic[]> {
  if (linked.length === 0) return [];
  try {
    const views = await messageViews(organization);
    const access = accessOf(organization, readerId);
    const found = linked.slice(0, MAX_TOPICS).map(async ({ channel: { channelId }, topic }) => {
      const messageId = await newestInTopic(views, access, organization, channelId, topic);
      return messageId === undefined ? [] : [{ channelId, topic, messageId }];
    });
    return (await Promise.all(found)).flat();
  } catch (error) {
    if (error instanceof NotReady) return [];
    throw error;
  }
}

/** The ID of the newest readable message of a topic. */
async function newestInTopic(
  views: Views,
  access: Access,
  organization: OrganizationState,
  channelId: ChannelId,
  topic: string,
): Promise<number | undefined> {
  const { messages } = await findMessagesAround(views, access, organization, {
    anchor: 'newest',
    before: 1,
    after: 0,
    includeAnchor: false,
    narrow: [
      { kind: 'channel', channelId },
      { kind: 'topic', topic },
    ],
  });
  return messages[0]?.messageId;
}

function pictureOf(organization: OrganizationState, name: string): PictureEmoji | undefined {
  const custom = customEmojiByName(organization, name);
  if (custom) return { name, url: customEmojiPath(organization.organizationId, custom) };
  return name === EXTRA_EMOJI ? { name, url: EXTRA_EMOJI_PATH } : undefined;
}

// The renderer of a server: what is lost is logged and counted, and a start shows whether it works.

/** Milliseconds after the renderer is made, in which the rest of the server has the processors. A text starts its host earlier. */
const WARM_UP_DELAY = 1_000;

/** Settings of a server's rendering; tests choose others. */
export interface RenderingOptions {
  /** True, the default, if hosts start before the first request and render a long text before they are ready. */
  readonly isWarmed?: boolean;
  /** Bounds what hosts may spend: real time unless given, whatever clock the server has. */
  readonly clock?: Clock;
}

/** Makes the renderer. Its hosts start after `WARM_UP_DELAY`, or on first use. */
export function startRenderer(
  { isWarmed = true, clock = systemClock }: RenderingOptions,
  logger: Logger,
  { render }: Metrics,
): Renderer {
  const renderer = createRenderer({
    clock,
    onLost(host, reason) {
      render.lost[host] = (render.lost[host] ?? 0) + 1;
      logger.error(
        { event: 'render.host_lost', host, reason },
        `What renders ${host === 'short' ? 'short' : 'long'} texts has ended: ${reason}.`,
      );
    },
  });
  if (isWarmed) systemClock.after(WARM_UP_DELAY, () => void renderer.warm());
  return renderer;
}
