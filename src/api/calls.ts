/** Video calls: no provider can be set up here, so each of these says so. */
import { z } from 'zod';
import { Refused } from '../errors.ts';
import { json, text } from './http/parameters.ts';
import { read, routes, write } from './http/route.ts';

const Call = z.strictObject({ url: z.string() });

const notConfigured = (provider: string) => (): never => {
  throw new Refused(`${provider} is not configured.`);
};

const params = {
  meeting_name: text().optional(),
  voice_only: json(z.boolean()).default(false).describe('Whether nobody is seen.'),
} as const;

/** A provider of calls. */
const provider = (name: string) =>
  write({
    who: 'user',
    summary: `Create a call with ${name}: refused, because it is not configured`,
    params,
    response: Call,
    handle: notConfigured(name),
  });

export const callRoutes = routes({
  'GET /calls/bigbluebutton/create': read({
    who: 'user',
    summary: 'Create a call with BigBlueButton: refused, because it is not configured',
    params,
    response: Call,
    handle: notConfigured('BigBlueButton'),
  }),
  'POST /calls/zoom/create': provider('Zoom'),
  'POST /calls/webex/create': provider('Webex'),
  'POST /calls/constructorgroups/create': provider('Constructor Groups'),
  'POST /calls/nextcloud_talk/create': write({
    who: 'user',
    summary: 'Create a call with Nextcloud Talk: refused, because it is not configured',
    params: { room_name: text().optional() },
    response: Call,
    handle: notConfigured('Nextcloud Talk'),
  }),
});
