/** Everything that people make over HTTP: one maker of each, with a name nobody else uses. */
import { type Answer, type Person, whenReady } from './hansard.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A kind of thing that has an ID. */
interface Thing {
  /** Name of the ID's schema, or a name of its own where only some of such IDs will do. */
  readonly kind: string;
  /** Makes one with what is `given`, and resolves with its ID; throws where it is refused. */
  readonly make: (by: Person, given?: Fields) => Promise<number>;
}

/** The last second of the year 9999. */
export const SOME_DAY = { scheduled_delivery_timestamp: 253_402_300_799 } as const;

let count = 0;
const fresh = (word: string): string => `${word} ${(count += 1)}`;

/** What a new bot is asked for with; its names are new each time. */
export function newBotFields(given: Fields = {}) {
  count += 1;
  return { full_name: `Bot Number ${count}`, short_name: `bot${count}`, ...given };
}

async function done(request: Promise<Answer>): Promise<Fields> {
  const { status, body } = await request;
  if (status !== 200) throw new Error(`Nothing was made: ${JSON.stringify(body)}`);
  return body;
}

const idIn = async (request: Promise<Answer>, field: string): Promise<number> =>
  (await done(request))[field] as number;

const made = (kind: string, make: Thing['make']): Thing => ({ kind, make });

/** A thing that a request makes whose answer has its ID. */
const thing = (kind: string, path: string, field: string, fields: (by: Person) => Fields): Thing =>
  made(kind, (by, given) => {
    const body = { ...fields(by), ...given };
    return idIn(
      whenReady(() => by.post(path, body)),
      field,
    );
  });

const channel = made('ChannelId', async (by, { name = fresh('channel'), ...settings } = {}) => {
  await done(by.post('/users/me/subscriptions', { subscriptions: [{ name }], ...settings }));
  return idIn(by.get('/get_stream_id', { stream: name }), 'stream_id');
});

/** Word by which tests call a thing in braces → how it is made. */
export const things = {
  bot: thing('BotId', '/bots', 'user_id', () => newBotFields()),
  channel,
  /** In the channel of all messages for which no place is given. */
  message: made('MessageId', async (by, given = {}) => {
    if (given.to === undefined)
      await by.post('/users/me/subscriptions', { subscriptions: [{ name: 'talk' }] });
    const message = { type: 'channel', to: 'talk', topic: 'logo', content: 'Hello.', ...given };
    return idIn(by.post('/messages', message), 'id');
  }),
  scheduled: thing('ScheduledMessageId', '/scheduled_messages', 'scheduled_message_id', ({ userId }) => ({
    type: 'direct',
    to: [userId],
    content: 'Later.',
    ...SOME_DAY,
  })),
  draft: made('DraftId', async (by, given) => {
    const draft = { type: '', to: [], topic: '', content: 'Not yet.', ...given };
    const { ids } = await done(by.post('/drafts', { drafts: [draft] }));
    return (ids as readonly [number])[0];
  }),
  snippet: thing('SavedSnippetId', '/saved_snippets', 'saved_snippet_id', () => ({
    title: 'Greeting',
    content: 'Hello.',
  })),
  reminder: made('ReminderId', async (by, given) => {
    const message = { type: 'direct', to: [by.userId], content: 'Remember this.' };
    const { id } = await done(by.post('/messages', message));
    return idIn(by.post('/reminders', { message_id: id, ...SOME_DAY, ...given }), 'reminder_id');
  }),
  group: thing('UserGroupId', '/user_groups/create', 'group_id', () => ({
    name: fresh('group'),
    description: '',
    members: [],
  })),
  folder: thing('ChannelFolderId', '/channel_folders/create', 'channel_folder_id', () => ({
    name: fresh('folder'),
    description: '',
  })),
  /** A short text that everybody edits. */
  field: thing('ProfileFieldId', '/realm/profile_fields', 'id', () => ({
    name: fresh('field'),
    field_type: 1,
  })),
  linkifier: thing('LinkifierId', '/realm/filters', 'id', () => {
    count += 1;
    return { pattern: `T${count}-(?P<id>[0-9]+)`, url_template: 'https://tracker.example.com/{id}' };
  }),
  playground: thing('PlaygroundId', '/realm/playgrounds', 'id', () => ({
    name: fresh('Playground'),
    pygments_language: 'Rust',
    url_template: 'https://play.example.com/?code={code}',
  })),
  export: thing('ExportId', '/export/realm', 'id', () => ({})),
  device: thing('DeviceId', '/register_client_device', 'device_id', () => ({})),
  invitation: made('InvitationId', async (by, given) => {
    const email = `${fresh('invited').replace(' ', '')}@example.org`;
    await done(by.post('/invites', { invitee_emails: email, stream_ids: [], ...given }));
    return invitationWith(by, 'email', email);
  }),
  link: made('InvitationLinkId', async (by, given) => {
    const { invite_link: url } = await done(by.post('/invites/multiuse', { stream_ids: [], ...given }));
    return invitationWith(by, 'link_url', url);
  }),
};

/** Word of a thing. */
export type Word = keyof typeof things;

async function invitationWith(by: Person, field: string, value: unknown): Promise<number> {
  const { invites } = await done(by.get('/invites'));
  return (invites as readonly Fields[]).find((invitation) => invitation[field] === value)!.id as number;
}

/** Things that their owner alone has, lists and changes: the list, which is also the path, and a change of one. */
export const KEPT = {
  draft: { list: 'drafts', change: { draft: { type: '', to: [], topic: '', content: 'Changed.' } } },
  snippet: { list: 'saved_snippets', change: { content: 'Changed.' } },
} as const satisfies Partial<Record<Word, { readonly list: string; readonly change: Fields }>>;

/** Their words. */
export const KEPT_WORDS = Object.keys(KEPT) as readonly (keyof typeof KEPT)[];
