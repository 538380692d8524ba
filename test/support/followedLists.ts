/** What a client makes of events about lists that it keeps as they were told when it registered. */
import type { Body, Event } from './follower.ts';

type Handlers = Readonly<Record<string, (event: Event) => void>>;

/** Events that tell a whole list: type → its field, where that has another name than the list. */
const WHOLE: Readonly<Record<string, readonly [list: string, field: string]>> = {
  default_streams: ['realm_default_streams', 'default_streams'],
  custom_profile_fields: ['custom_profile_fields', 'fields'],
  ...Object.fromEntries(
    [
      'alert_words',
      'muted_users',
      'muted_topics',
      'onboarding_steps',
      'realm_linkifiers',
      'realm_playgrounds',
    ].map((name) => [name, [name, name]]),
  ),
};

/** Events about one thing of a list. */
interface Listed {
  readonly type: string;
  readonly list: string;
  readonly key: string;
  /** The fields of events that add, one thing or a list of them, change, and remove by the key. */
  readonly fields: readonly [added: string, changed: string, removed: string];
}

const LISTED: readonly Listed[] = [
  { type: 'drafts', list: 'drafts', key: 'id', fields: ['drafts', 'draft', 'draft_id'] },
  {
    type: 'saved_snippets',
    list: 'saved_snippets',
    key: 'id',
    fields: ['saved_snippet', 'saved_snippet', 'saved_snippet_id'],
  },
  {
    type: 'reminders',
    list: 'reminders',
    key: 'reminder_id',
    fields: ['reminders', 'reminder', 'reminder_id'],
  },
  {
    type: 'scheduled_messages',
    list: 'scheduled_messages',
    key: 'scheduled_message_id',
    fields: ['scheduled_messages', 'scheduled_message', 'scheduled_message_id'],
  },
  {
    type: 'navigation_view',
    list: 'navigation_views',
    key: 'fragment',
    fields: ['navigation_view', 'data', 'fragment'],
  },
  {
    type: 'realm_domains',
    list: 'realm_domains',
    key: 'domain',
    fields: ['realm_domain', 'realm_domain', 'domain'],
  },
];

/** Handlers of events about lists of `known`. */
export const listHandlers = (known: Body): Handlers => ({
  ...Object.fromEntries(
    Object.entries(WHOLE).map(([type, [list, field]]) => [
      type,
      (event: Event) => void (known[list] = event[field]),
    ]),
  ),
  ...Object.assign({}, ...LISTED.map((listed) => handlersOf(known, listed))),
});

/** A thing that is changed goes to the end if all of it is told, and stays in its place otherwise. */
function handlersOf(known: Body, { type, list, key, fields: [added, changed, removed] }: Listed): Handlers {
  const all = () => (known[list] ?? []) as Body[];
  const without = (value: unknown) => all().filter((each) => each[key] !== value);
  const keep = (things: Body[]): void => {
    if (list in known) known[list] = things;
  };
  const change = (event: Event): void => {
    const changes = event[changed] as Body;
    if (key in changes) keep([...without(changes[key]), changes]);
    else Object.assign(all().find((each) => each[key] === event[key]) ?? {}, changes);
  };
  return {
    [`${type}/add`]: (event) => keep([...all(), event[added]].flat() as Body[]),
    [`${type}/update`]: change,
    [`${type}/change`]: change,
    [`${type}/remove`]: (event) => keep(without(event[removed])),
  };
}
