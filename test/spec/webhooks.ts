/** What outgoing webhooks are told, and what becomes of their answers. */
import {
  absent,
  anonymous,
  bot,
  type Chapter,
  error,
  field,
  integer,
  matching,
  member,
  owner,
  type Row,
  receiver,
  rule,
  type Shown,
  type Step,
  webhook,
} from './row.ts';

const path = 'POST /service-outgoing-webhook';
const forBots = ['BAD_REQUEST', 'Must be a bot user'] as const;
const receives = (shown: Shown): Step => receiver('is told').answers(200, shown);

const inChannel = (fields: Shown = {}): Step =>
  member('POST /messages', {
    type: 'channel',
    to: '{channel}',
    topic: 'logo',
    content: '@**{hookName}** *hello*',
    client: 'a script',
    ...fields,
  }).keeps({ id: 'id' });
const directly = member('POST /messages', { type: 'direct', to: ['{hook}'], content: '*hello*' }).keeps({
  id: 'id',
});

const fieldOf = (name: string, promise: string, value: unknown, step = inChannel()): Row =>
  field(name, promise, [step, receives({ [name]: value })]);

const payload: readonly Row[] = [
  fieldOf('bot_email', 'is the address of the bot', '{hookEmail}'),
  fieldOf('bot_full_name', 'is its name', '{hookName}'),
  fieldOf('data', 'is the source of the message', '*hello*', directly),
  fieldOf('trigger', 'is `mention` where the bot is named in a channel', 'mention'),
  fieldOf('trigger', 'is `direct_message` where it is for the bot', 'direct_message', directly),
  fieldOf('token', 'is the same for all receivers of one bot', matching(/^[A-Za-z0-9]{32}$/)),
  field('token', 'is shown to the owner by GET /bots', [
    directly,
    receives({}).keeps({ token: 'token' }),
    owner('GET /bots').shows({ 'bots[username={hookEmail}].services[0].token': '{token}' }),
  ]),
];

const message: readonly Row[] = [
  fieldOf('message.id', 'is its ID', '{id}'),
  fieldOf('message.type', 'is `stream` in a channel', 'stream'),
  fieldOf('message.type', 'is `private` between people', 'private', directly),
  fieldOf('message.content', 'is Markdown', '@**{hookName}** *hello*'),
  fieldOf('message.content_type', 'says so', 'text/x-markdown'),
  fieldOf('message.rendered_content', 'is HTML', '<p><em>hello</em></p>', directly),
  fieldOf('message.subject', 'is the topic', 'logo'),
  fieldOf(
    'message.subject',
    'is the display name of the empty topic',
    'general chat',
    inChannel({ topic: '' }),
  ),
  fieldOf('message.subject', 'is empty for a direct message', '', directly),
  fieldOf('message.stream_id', 'is the channel', '{channel}'),
  fieldOf('message.stream_id', 'is absent for a direct message', absent, directly),
  fieldOf('message.display_recipient', 'is the name of the channel', '{channelName}'),
  field('message.display_recipient', 'is everybody who takes part in a direct message', [
    directly,
    receives({
      'message.display_recipient.length': 2,
      'message.display_recipient[id={hook}]': {
        id: '{hook}',
        email: '{hookEmail}',
        full_name: '{hookName}',
        is_mirror_dummy: false,
      },
    }),
  ]),
  fieldOf('message.recipient_id', 'is the number of the recipients', integer),
  fieldOf('message.sender_id', 'is who said it', '{member}'),
  fieldOf('message.sender_email', 'is the address of the sender', '{memberEmail}'),
  fieldOf('message.sender_full_name', 'is the name of who said it', 'Mia Member'),
  fieldOf('message.sender_realm_str', 'is the organization', ''),
  fieldOf('message.avatar_url', 'is always there', matching(/^https:\/\/secure\.gravatar\.com\//)),
  fieldOf('message.client', 'is the name of the program that sent it', 'a script'),
  fieldOf('message.is_me_message', 'is whether it begins with /me', false),
  fieldOf('message.timestamp', 'is when it was sent', integer),
  fieldOf('message.reactions', 'is empty yet', []),
  fieldOf('message.submessages', 'is empty of most', []),
  fieldOf('message.topic_links', 'has the links of the topic', []),
  ...['last_edit_timestamp', 'last_moved_timestamp', 'edit_history', 'flags'].map((name) =>
    fieldOf(`message.${name}`, 'is absent', absent),
  ),
];

const replies = (shown: Shown): Step =>
  member('GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'sender', operand: '{hook}' }],
  }).shows(shown);

export const outgoingWebhooks: Chapter = {
  about: path,
  file: 'webhooks.ts',
  server: { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on' },
  rows: [
    rule('bots may ask, and nothing happens', [bot(path).shows().records(0)]),
    error('BAD_REQUEST', 'answers people, and callers who are not logged in', [
      owner(path).refused(...forBots),
      anonymous(path).refused(...forBots),
    ]),
    error('BAD_REQUEST', 'answers incoming webhooks', [
      webhook(path).refused('BAD_REQUEST', 'This API is not available to incoming webhook bots.'),
    ]),
    ...payload,
    ...message,
    rule('a receiver recognizes repeated requests, and can check their sender', [
      directly,
      receives({}).hasHeaders({
        'content-type': 'application/json',
        'user-agent': matching(/^HansardOutgoingWebhook\/\d/),
        'webhook-id': matching(/^msg_/),
        'webhook-timestamp': matching(/^\d+$/),
        'webhook-signature': matching(/^v1,[A-Za-z0-9+/]{43}=$/),
      }),
    ]),
    rule('the receiver’s answer is posted to the same topic', [
      inChannel(),
      receives({}),
      replies({
        'messages[0].content': 'answer',
        'messages[0].stream_id': '{channel}',
        'messages[0].subject': 'logo',
        'messages[0].client': 'OutgoingWebhookResponse',
      }),
    ]),
  ],
};
