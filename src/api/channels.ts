/** Channels: listing those that the caller may see (spec/endpoint-details.md 14). */
import { z } from 'zod';
import { accessOf } from '../organization/access.ts';
import { channelsVisibleTo } from '../projections/channels.ts';
import { channelFields, wireChannel } from './channelFields.ts';
import { json } from './parameters.ts';
import { read, routes } from './route.ts';

export const channelRoutes = routes({
  'GET /streams': read({
    who: 'user',
    summary: 'List channels',
    params: {
      include_public: json(z.boolean()).default(true),
      include_subscribed: json(z.boolean()).default(true),
      include_all: json(z.boolean()).default(false),
      exclude_archived: json(z.boolean()).default(true),
    },
    response: z.strictObject({ streams: z.array(z.strictObject(channelFields)) }),
    async handle({ params, actor, organization: { state }, services, level }) {
      const options = {
        includePublic: params.include_public,
        includeSubscribed: params.include_subscribed,
        includeAll: params.include_all,
        excludeArchived: params.exclude_archived,
      };
      const views = await level('channels', 'messages');
      const access = accessOf(state, actor.userId);
      const channels = await channelsVisibleTo(views, access, state, options, services.clock.now());
      return { streams: channels.map((channel) => wireChannel(state, channel)) };
    },
  }),
});
