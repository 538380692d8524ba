/** GET /realm and GET /settings: what can be changed, as it is. */
import { organizationFields } from '../../src/api/organization/fields.ts';
import { UserSettings } from '../../src/wire/settings.ts';
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  Demand,
  field,
  guest,
  owner,
  type Row,
  rule,
  user,
} from './row.ts';

const file = 'presentSettings.ts';
const REALM = 'GET /realm';
const SETTINGS = 'GET /settings';
const present = new Demand('there', (value) => value !== undefined);

const shows = (request: string, names: readonly string[], promise: string): readonly Row[] =>
  names.map((name) => field(name, promise, [user(request).shows({ [name]: present })]));

const realm: Chapter = {
  about: REALM,
  file,
  rows: [
    ...shows(REALM, Object.keys(organizationFields), 'is a setting of PATCH /realm'),
    rule('is changed by PATCH /realm', [
      owner('PATCH /realm', { message_content_edit_limit_seconds: '"unlimited"' }),
      user(REALM).shows({ message_content_edit_limit_seconds: null }),
      owner('PATCH /realm', { message_content_edit_limit_seconds: 600 }),
      user(REALM).shows({ message_content_edit_limit_seconds: 600 }),
    ]),
    rule('a group setting is in the form that `old` wants', [
      user(REALM).shows({ can_invite_users_group: '{members}' }),
      owner('PATCH /realm', { can_invite_users_group: { new: '{moderators}', old: '{noone}' } }).refused(
        'EXPECTATION_MISMATCH',
        present,
        { field_name: 'old' },
      ),
    ]),
    rule('guests and bots see it, too', [guest(REALM).shows(), bot(REALM).shows()]),
    asksForLogin(REALM),
  ],
};

const own: Chapter = {
  about: SETTINGS,
  file,
  rows: [
    field('full_name', 'is one’s name', [user(SETTINGS).shows({ full_name: '{userName}' })]),
    field('email', 'is one’s address', [user(SETTINGS).shows({ email: '{userEmail}' })]),
    ...shows(
      SETTINGS,
      Object.keys(UserSettings.shape).filter((name) => name !== 'emojiset_choices'),
      'is a setting of PATCH /settings, or lists its possible values',
    ),
    ...(['key', 'text'] as const).map((name) =>
      field(`emojiset_choices[].${name}`, 'is one of the sets to choose from', [
        user(SETTINGS).shows({ [`emojiset_choices[0].${name}`]: present }),
      ]),
    ),
    rule('is changed by PATCH /settings', [
      user('PATCH /settings', { starred_message_counts: false }),
      user(SETTINGS).shows({ starred_message_counts: false, ignored_parameters_unsupported: absent }),
    ]),
    asksForLogin(SETTINGS),
  ],
};

export const presentSettings: readonly Chapter[] = [realm, own];
