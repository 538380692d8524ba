/** What stood for can_send_message_group before feature level 333, in making and in changing a channel. */
import { change, channelIs, newChannel, oneChannel, subscribe } from './channelSteps.ts';
import {
  absent,
  type Chapter,
  error,
  matching,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
} from './row.ts';

/** What either endpoint is sent; changes are of a new channel that the owners alone may write to. */
interface Endpoint {
  readonly before: readonly Step[];
  readonly sends: (fields: Shown) => Step;
  /** The steps after which `{id}` is the channel. */
  readonly after: readonly Step[];
  /** A permission as the endpoint takes it. */
  readonly given: (group: string) => unknown;
}

const making: Endpoint = {
  before: [],
  sends: (fields) => owner(subscribe, { ...oneChannel(), ...fields }),
  after: [owner('GET /get_stream_id', { stream: '{fresh}' }).keeps({ id: 'stream_id' })],
  given: (group) => group,
};

const changing: Endpoint = {
  before: newChannel({ can_send_message_group: '{owners}' }),
  sends: change,
  after: [],
  given: (group) => ({ new: group }),
};

const POLICIES = { 1: '{everyone}', 2: '{administrators}', 3: '{fullmembers}', 4: '{moderators}' } as const;
const outdated = matching(/^@\d+$/);
const byPolicy = { stream_post_policy: 1 };
const byAnnouncement = { is_announcement_only: true };

function rowsOf({ before, sends, after, given }: Endpoint): readonly Row[] {
  const standsFor = (fields: Shown, group: string): Row[] =>
    Object.entries(fields).map(([name, value]) =>
      parameter(name, `${value} stands for can_send_message_group ${group}`, [
        ...before,
        sends(fields).shows(),
        ...after,
        channelIs({ can_send_message_group: group }),
      ]),
    );
  const refused = (fields: Shown, promise: string, msg: string): Row[] =>
    Object.keys(fields).map((name) =>
      parameter(name, promise, [...before, sends(fields).refused('BAD_REQUEST', msg)]),
    );
  const confuses = (one: Shown, other: Shown): Row => {
    const [var_name1 = '', var_name2 = ''] = Object.keys({ ...one, ...other });
    return error('REQUEST_CONFUSING_VAR', `answers ${var_name1} beside ${var_name2}`, [
      ...before,
      sends({ ...one, ...other }).refused(
        'REQUEST_CONFUSING_VAR',
        `Can't decide between '${var_name1}' and '${var_name2}' arguments`,
        { var_name1, var_name2 },
      ),
    ]);
  };
  const byGroup = { can_send_message_group: given('{members}') };
  return [
    ...Object.entries(POLICIES).flatMap(([policy, group]) =>
      standsFor({ stream_post_policy: policy }, group),
    ),
    ...refused({ stream_post_policy: 5 }, 'is a number from 1 to 4', 'Invalid stream_post_policy'),
    ...refused({ stream_post_policy: '"x"' }, 'is a number', 'stream_post_policy is not an integer'),
    ...standsFor(byAnnouncement, '{administrators}'),
    ...standsFor({ is_announcement_only: false }, '{everyone}'),
    ...refused({ is_announcement_only: 1 }, 'is a boolean', 'is_announcement_only is not a boolean'),
    ...[byPolicy, byAnnouncement].map((fields) =>
      parameter(Object.keys(fields).join(), 'is answered with a Deprecation header', [
        ...before,
        sends(fields).shows().hasHeaders({ deprecation: outdated }),
      ]),
    ),
    rule('the words of today are answered without one', [
      ...before,
      sends(byGroup).shows().hasHeaders({ deprecation: absent }),
    ]),
    confuses(byPolicy, byAnnouncement),
    confuses(byGroup, byPolicy),
    confuses(byGroup, byAnnouncement),
  ];
}

const file = 'outdatedParameters.ts';

export const outdatedInNewChannels: Chapter = {
  about: 'POST /users/me/subscriptions: outdated parameters',
  file,
  rows: rowsOf(making),
};

export const outdatedInChanges: Chapter = {
  about: 'PATCH /streams/:stream_id: outdated parameters',
  file,
  rows: rowsOf(changing),
};
