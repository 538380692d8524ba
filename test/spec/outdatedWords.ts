/** What older clients say, and how they are told that newer ones say it otherwise. */
import {
  absent,
  type Chapter,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

const outdated = { deprecation: matching(/^@\d+$/) };
const today = { deprecation: absent };
const send = 'POST /messages';
const edit = 'PATCH /messages/{message}';
const schedule = 'POST /scheduled_messages';
const reschedule = 'PATCH /scheduled_messages/{scheduled}';
const list = 'GET /messages';

const toChannel = { type: 'channel', to: '{channel}', content: 'x' };
const toMember = { to: ['{member}'], content: 'x' };
const sometime = { scheduled_delivery_timestamp: 9_999_999_999 };
const around = { anchor: 'newest', num_before: 1, num_after: 0 };
const scheduled = member(schedule, { type: 'direct', ...toMember, ...sometime }).keeps({
  scheduled: 'scheduled_message_id',
});

/** Old words and those of today for the same thing, at one endpoint. */
const words = (
  request: string,
  old: Shown,
  present: Shown,
  before: readonly Step[] = [],
  by = member,
): readonly Row[] => {
  const name = Object.keys(old).find((key) => old[key] !== present[key]) ?? '';
  const quoted = `\`${name}\``;
  return [
    parameter(name, `as older clients send it to ${request}, is answered with a Deprecation header`, [
      ...before,
      by(request, old).shows().hasHeaders(outdated),
    ]),
    rule(`${request} without the old ${quoted} is answered without one`, [
      ...before,
      by(request, present).shows().hasHeaders(today),
    ]),
  ];
};

/** An endpoint in the place of which another one is today. */
const endpoint = (request: string, fields: Shown): Row =>
  rule(`${request} is answered with a Deprecation header always`, [
    user(request, fields).shows().hasHeaders(outdated),
  ]);

export const outdatedWords: Chapter = {
  about: 'Deprecation headers',
  file: 'outdatedWords.ts',
  rows: [
    ...words(send, { type: 'private', ...toMember }, { type: 'direct', ...toMember }),
    ...words(send, { ...toChannel, subject: 'logo' }, { ...toChannel, topic: 'logo' }),
    ...words(edit, { subject: 'brand' }, { topic: 'brand' }),
    ...words(
      schedule,
      { type: 'private', ...toMember, ...sometime },
      { type: 'direct', ...toMember, ...sometime },
    ),
    ...words(
      schedule,
      { ...toChannel, subject: 'logo', ...sometime },
      { ...toChannel, topic: 'logo', ...sometime },
    ),
    ...words(reschedule, { type: 'private', ...toMember }, { type: 'direct', ...toMember }, [scheduled]),
    ...words(reschedule, { ...toChannel, subject: 'logo' }, { ...toChannel, topic: 'logo' }, [scheduled]),
    ...words(list, { ...around, use_first_unread_anchor: true }, around),
    endpoint('POST /mark_all_as_read', {}),
    endpoint('POST /mark_stream_as_read', { stream_id: '{channel}' }),
    endpoint('PATCH /settings/display', { timezone: 'Europe/Vienna' }),
    endpoint('PATCH /settings/notifications', { timezone: 'Europe/Vienna' }),
    rule('POST /mark_topic_as_read is answered with a Deprecation header always', [
      owner('GET /messages/{message}'),
      owner('POST /mark_topic_as_read', { stream_id: '{channel}', topic_name: 'logo' })
        .shows()
        .hasHeaders(outdated),
    ]),
    rule('POST /messages/flags/narrow is of today, and so is PATCH /settings', [
      user('POST /messages/flags/narrow', { ...around, narrow: [], op: 'add', flag: 'read' })
        .shows()
        .hasHeaders(today),
      user('PATCH /settings', { timezone: 'Europe/Vienna' }).shows().hasHeaders(today),
    ]),
    rule('an outdated word that is refused says nothing about its age', [
      member(send, { type: 'private', to: ['{nobody}'], content: 'x' })
        .refused('BAD_REQUEST', matching(/./))
        .hasHeaders(today),
    ]),
  ],
};
