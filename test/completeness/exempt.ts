/** What no test of a tier can be about, and why. */
import type { Exemptions } from './gaps.ts';
import type { TierName } from './tiers.ts';

const CALLS = 'no provider can be set up: refused to everybody, as test/spec/channelCreation.ts says';
const COUNTED = 'counts what the caller has seen';
const NAME = 'a name, which every organization has for itself';
const FILE = 'a part of a path that nobody guesses: test/api/files';
const OWN =
  'names something of the caller’s own, unique on the server: another one’s is absent to all others';

export const exempt: Readonly<Record<TierName, Exemptions>> = {
  isolation: {
    queue_id: OWN,
    session_id: OWN,
    local_id: 'chosen by the client, and given back to it',
    push_key_id: 'chosen by the device, for a key of its own',
    token_id: 'made of the token itself',
    last_event_id: COUNTED,
    last_update_id: COUNTED,
    emoji_name: NAME,
    domain: NAME,
    fragment: NAME,
    realm_id: FILE,
    shard: FILE,
    secret: FILE,
    file_name: FILE,
  },
  matrix: {
    'GET /events/stream': 'its answer does not end; it asks for the queue as GET /events does: test/api/live',
    'GET /realm/icon': 'a redirection for everybody: test/spec/organizationPictures.ts',
    'GET /realm/logo': 'a redirection for everybody: test/spec/organizationPictures.ts',
    'POST /realm/deactivate': 'ends the organization of the matrix: test/spec/organization.ts',
    'GET /calls/bigbluebutton/create': CALLS,
    'POST /calls/zoom/create': CALLS,
    'POST /calls/webex/create': CALLS,
    'POST /calls/constructorgroups/create': CALLS,
    'POST /calls/nextcloud_talk/create': CALLS,
  },
  spec: {
    'PATCH /settings/display': 'an older name of PATCH /settings: test/spec/outdatedWords.ts',
    'PATCH /settings/notifications': 'an older name of PATCH /settings: test/spec/outdatedWords.ts',
  },
  commands: {},
  projections: {},
  live: {},
  reactors: {},
};
