/** An organization's own emoji. */
import { z } from 'zod';
import { addCustomEmoji, deactivateCustomEmoji } from '../commands/emoji.ts';
import { findCustomEmoji, emoji } from '../projections/emoji.ts';
import { Emoji, wireEmoji } from '../wire/emoji.ts';
import { pathText } from './http/parameters.ts';
import { EmptyResponse, read, routes, write } from './http/route.ts';

export const emojiRoutes = routes({
  'GET /realm/emoji': read({
    who: 'user',
    summary: 'List the custom emoji of the organization',
    params: {},
    response: z.strictObject({ emoji: z.record(z.string(), Emoji) }),
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
    summary: 'Add a custom emoji: one picture of at most 256 KiB as a file of a multipart body',
    params: { emoji_name: pathText() },
    response: EmptyResponse,
    errors: ['BAD_IMAGE'],
    async handle({ params, files, services, submit }) {
      await submit(addCustomEmoji, { name: params.emoji_name, files, emoji: services.emoji });
      return {};
    },
  }),

  'DELETE /realm/emoji/:emoji_name': write({
    who: 'user',
    summary: 'Deactivate a custom emoji',
    params: { emoji_name: pathText() },
    response: EmptyResponse,
    async handle({ params, submit }) {
      await submit(deactivateCustomEmoji, { name: params.emoji_name });
      return {};
    },
  }),
});
