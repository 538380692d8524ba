/** The fields of a message. */
import {
  absent,
  type Chapter,
  field,
  integer,
  matching,
  member,
  owner,
  type Row,
  type Shown,
} from './row.ts';

const sendInChannel = (fields: Shown = {}) =>
  owner('POST /messages', {
    type: 'channel',
    to: '{channel}',
    topic: 'logo',
    content: '**Blue**',
    client: 'a script',
    ...fields,
  }).keeps({ id: 'id' });

const sendDirect = (to: readonly string[]) =>
  owner('POST /messages', { type: 'direct', to, content: 'Hello.' }).keeps({ id: 'id' });

const read = (shown: Shown, fields: Shown = {}) =>
  member('GET /messages/{id}', fields).shows(
    Object.fromEntries(Object.entries(shown).map(([path, value]) => [`message.${path}`, value])),
  );

const inChannel = (name: string, promise: string, value: unknown, fields: Shown = {}): Row =>
  field(name, promise, [sendInChannel(), read({ [name]: value }, fields)]);

export const messageFields: Chapter = {
  about: 'Message',
  file: 'messageFields.ts',
  rows: [
    field('id', 'is the one that the send was answered', [sendInChannel(), read({ id: '{id}' })]),
    inChannel('type', 'is `stream` in a channel', 'stream'),
    field('type', 'is `private` between people', [sendDirect(['{member}']), read({ type: 'private' })]),
    inChannel('content', 'is HTML', '<p><strong>Blue</strong></p>'),
    inChannel('content', 'is the source where Markdown is not applied', '**Blue**', {
      apply_markdown: false,
    }),
    inChannel('content_type', 'is `text/html` where Markdown is applied', 'text/html'),
    inChannel('content_type', 'is `text/x-markdown` where it is not', 'text/x-markdown', {
      apply_markdown: false,
    }),
    inChannel('subject', 'is the topic', 'logo'),
    field('subject', 'is empty for a direct message', [sendDirect(['{member}']), read({ subject: '' })]),
    inChannel('stream_id', 'is the channel', '{channel}'),
    field('stream_id', 'is absent for a direct message', [
      sendDirect(['{member}']),
      read({ stream_id: absent }),
    ]),
    inChannel('display_recipient', 'is the name of the channel', '{channelName}'),
    field('display_recipient', 'is everybody who takes part in a direct message', [
      sendDirect(['{member}']),
      read({
        'display_recipient.length': 2,
        'display_recipient[id={member}].full_name': 'Mia Member',
        'display_recipient[id={owner}].is_mirror_dummy': false,
      }),
    ]),
    inChannel('recipient_id', 'is a number for the set of recipients', integer),
    field('recipient_id', 'is the same for both directions between two people', [
      sendDirect(['{member}']),
      member('GET /messages/{id}').keeps({ conversation: 'message.recipient_id' }),
      member('POST /messages', { type: 'direct', to: ['{owner}'], content: 'Yes.' }).keeps({ id: 'id' }),
      read({ recipient_id: '{conversation}' }),
    ]),
    inChannel('sender_id', 'is who sent it', '{owner}'),
    inChannel('sender_email', 'is the API address of the sender', matching(/@/)),
    inChannel('sender_full_name', 'is the name of the sender', 'Owner'),
    inChannel('sender_realm_str', 'is the subdomain of the organization', ''),
    inChannel('client', 'is the name of the program that sent it', 'a script'),
    inChannel('is_me_message', 'is false of most', false),
    field('is_me_message', 'is true of a status message', [
      sendInChannel({ content: '/me waves' }),
      read({ is_me_message: true }),
    ]),
    inChannel('timestamp', 'is UNIX seconds', integer),
    inChannel('last_edit_timestamp', 'is absent in a message that was never edited', absent),
    inChannel('last_moved_timestamp', 'is absent in a message that was never moved', absent),
    inChannel('edit_history', 'is absent in a message that was never edited or moved', absent),
    inChannel('reactions', 'are none at first', []),
    field('reactions', 'are emoji_name, emoji_code, reaction_type and user_id each', [
      sendInChannel(),
      member('POST /messages/{id}/reactions', { emoji_name: 'heart' }),
      read({
        reactions: [
          { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji', user_id: '{member}' },
        ],
      }),
    ]),
    inChannel('submessages', 'are none of a plain message', []),
    inChannel('topic_links', 'are none of a plain topic', []),
  ],
};
