/** An organization's own emoji. */
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { BoundedCache } from '../../base/collections.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import {
  addCustomEmoji,
  deactivateCustomEmoji,
  undecodableImage,
} from '../../commands/organization/emoji.ts';
import type { EmojiId, ImageType } from '../../events/emoji.ts';
import { emoji, findCustomEmoji, findEmojiPicture, type StoredEmoji } from '../../projections/emoji.ts';
import { Reaction } from '../../wire/reactions.ts';
import { customEmojiPath, EmojiById, EXTRA_EMOJI_PATH, wireEmoji } from '../../wire/organizations.ts';
import {
  MAX_PICTURE_MIB,
  PICTURE_BODY_BYTES,
  PICTURE_HEADERS,
  requireOnePicture,
  uploaderOf,
} from '../files/limits.ts';
import { createHosts } from '../http/hosts.ts';
import { pathText } from '../http/parameters.ts';
import { unknownPath } from '../http/problems.ts';
import { read, routes, write } from '../http/route.ts';
import type { Services } from '../http/services.ts';

export const emojiRoutes = routes({
  'GET /realm/emoji': read({
    who: 'user',
    summary: 'List the custom emoji of the organization',
    params: {},
    response: z.strictObject({ emoji: EmojiById }),
    async handle({ organization, level }) {
      const all = await findCustomEmoji(await level(emoji), organization.state);
      return {
        emoji: Object.fromEntries(all.map((one) => [String(one.emojiId), wireEmoji(organization.id, one)])),
      };
    },
  }),

  'POST /realm/emoji/:emoji_name': write({
    takesPicture: true,
    who: 'user',
    summary: `Add a custom emoji: one picture of at most ${MAX_PICTURE_MIB} MiB as a file of a multipart body`,
    params: { emoji_name: pathText().describe('Name of the new emoji.') },
    errors: ['BAD_IMAGE'],
    maxBodyBytes: PICTURE_BODY_BYTES,
    async handle({ params, actor, organization, files, services, submitAfterDryRun }) {
      const input = { name: params.emoji_name, emoji: services.emoji };
      const placeholder = { imageType: 'png', bytes: new Uint8Array() } as const;
      await submitAfterDryRun(addCustomEmoji, { ...input, picture: placeholder }, async () => {
        const bytes = requireOnePicture(files, 'file');
        const picture = await services.pictures.emoji(uploaderOf(organization, actor), bytes);
        if (!picture) throw undecodableImage();
        return { ...input, picture };
      });
    },
  }),

  'DELETE /realm/emoji/:emoji_name': write({
    who: 'user',
    summary: 'Deactivate a custom emoji',
    params: { emoji_name: pathText().describe(Reaction.shape.emoji_name) },
    async handle({ params, submit }) {
      await submit(deactivateCustomEmoji, { name: params.emoji_name });
    },
  }),
});

// * Emoji pictures, custom and built-in, and the names of built-in emoji: browsers load them without
// credentials.

const CONTENT_TYPES: Readonly<Record<ImageType, string>> = {
  png: 'image/png',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

const EXTRA_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="31" fill="#24435f"/>
<path d="M19 15h8v14h10V15h8v34h-8V36H27v13h-8z" fill="#f4efe4"/>
</svg>
`;

/** The names of the emoji that the server knows, for clients to offer. */
export const EMOJI_NAMES_PATH = '/emoji/names.json?version=1';

/** Handlers by path. */
export const emojiPictureHandlers = (services: Services): readonly (readonly [string, RequestHandler])[] => [
  ['/user_avatars/:organization/emoji/images/:file', customPicture(services)],
  [
    EXTRA_EMOJI_PATH,
    (_request, response) => void response.set(PICTURE_HEADERS).type('svg').end(EXTRA_PICTURE),
  ],
  ['/emoji/names.json', emojiNames(services)],
];

function emojiNames({ emoji }: Services): RequestHandler {
  let text: string | undefined;
  return (_request, response) => {
    text ??= JSON.stringify({ code_to_names: Object.fromEntries(emoji.namesByCode()) });
    response.set({ 'Cache-Control': 'public, max-age=86400' }).type('json').end(text);
  };
}

function customPicture(services: Services): RequestHandler {
  const { config, organizations, views } = services;
  const shownPicture = emojiWithoutMetadata(services);
  const hosts = createHosts(config, organizations);
  return async (request: Request, response: Response) => {
    const organization = hosts.organizationOf(hosts.originOf(request).host);
    const emojiId = Number.parseInt(String(request.params['file']), 10) as EmojiId;
    const custom = organization.state.emoji.byId.get(emojiId);
    if (!custom || customEmojiPath(organization.id, custom) !== request.path) throw unknownPath();
    const level = await views.level([emoji], organization.id, organization.state.revision);
    const picture = await findEmojiPicture(level, organization.state, emojiId);
    if (!picture) throw unknownPath();
    const shown = await shownPicture(organization.id, custom.authorId, picture);
    if (!shown) throw unknownPath();
    const etag = `"${shown.etag}"`;
    response.set({ ...PICTURE_HEADERS, ETag: etag, 'Content-Type': CONTENT_TYPES[shown.imageType] });
    if (request.headers['if-none-match'] === etag) response.status(304).end();
    else response.end(shown.bytes);
  };
}

// Pictures that earlier versions stored as they were uploaded are shown without their metadata.

/** Chunks of PNG and WebP, and the comments of GIF, by which a picture has texts, places or times; bytes as Latin-1. */
const METADATA = { png: /eXIf|[zi]TXt|tEXt|tIME/, webp: /EXIF|XMP /, gif: /\0\x21\xfe|XMP DataXMP/ } as const;

/**
 * Whether a picture may have metadata: of JPEG always, because none is kept that this server has made; of others by the signs of
 * such parts, which pixels may resemble.
 */
function mayHaveMetadata(imageType: ImageType, bytes: Buffer): boolean {
  return imageType === 'jpeg' || METADATA[imageType].test(bytes.toString('latin1'));
}

/** Bytes of made pictures that are kept in memory. */
const MAX_CACHED_BYTES = 4 * 1_048_576;

interface ShownEmoji {
  readonly imageType: ImageType;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Shows pictures as they are stored, or made again if they may have metadata. */
function emojiWithoutMetadata({ pictures }: Services) {
  const made = new BoundedCache<ShownEmoji | null>(MAX_CACHED_BYTES);
  return async (
    organizationId: OrganizationId,
    ownerId: UserId,
    { imageType, image, digest }: StoredEmoji,
  ): Promise<ShownEmoji | null> => {
    const bytes = Buffer.from(image, 'base64');
    if (!mayHaveMetadata(imageType, bytes)) return { imageType, bytes, etag: digest };
    const cached = made.get(digest);
    if (cached !== undefined) return cached;
    const picture = await pictures.emoji({ organizationId, ownerId }, bytes);
    const shown = picture && { ...picture, etag: `${digest}-made` };
    made.keep(digest, shown, 512 + (shown?.bytes.length ?? 0));
    return shown;
  };
}
