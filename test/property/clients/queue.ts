/** Queues with registrations of all kinds, and clients that follow them. */
import { expect } from 'chai';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/live/translation/define.ts';
import { EVENT_TYPES } from '../../../src/live/translation/shapes.ts';
import { snapshotParts } from '../../../src/live/catalog.ts';
import { type Body, type Event, Follower } from '../../support/follower.ts';
import type { Person } from '../../support/hansard.ts';
import { WHO, type Who } from '../model/organization.ts';
import type { Cast } from '../requests.ts';

/** Types that a client may do without: nothing else that it keeps is made of them. */
const DISPENSABLE = [
  'user_topic',
  'muted_topics',
  'realm_emoji',
  'scheduled_messages',
  'realm_bot',
  'presence',
  'channel_folders',
  'custom_profile_fields',
  'device',
];
/** Fetch type → type of its events, where it is another one. */
const EVENTS_OF: Readonly<Record<string, string>> = { channel_folders: 'channel_folder' };

const NARROWS = [
  [['channel', 'alpha']],
  [
    ['channel', 'beta'],
    ['topic', 'news'],
  ],
  [['is', 'dm']],
  [['is', 'mentioned']],
] as const;

/** The options of a client's registration. */
export interface Registration {
  readonly who: Who;
  readonly capabilities: readonly string[];
  readonly markdown: boolean;
  readonly gravatar: boolean;
  readonly subscribers: boolean | 'partial';
  readonly slim: boolean;
  readonly without: readonly string[];
  readonly narrow: (typeof NARROWS)[number] | readonly [];
  readonly allPublic: boolean;
  /** True if it polls after every step, false if only when everything has happened. */
  readonly isPrompt: boolean;
}

const often = <Value>(usual: Value, others: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

export const registration: fc.Arbitrary<Registration> = fc.record({
  who: fc.constantFrom(...WHO),
  capabilities: fc.oneof(fc.constant<string[]>([...CAPABILITIES]), fc.subarray<string>([...CAPABILITIES])),
  markdown: fc.boolean(),
  gravatar: fc.boolean(),
  subscribers: often<Registration['subscribers']>(true, fc.constantFrom(false, 'partial' as const)),
  slim: fc.boolean(),
  without: often<string[]>([], fc.subarray<string>([...DISPENSABLE])),
  narrow: often<Registration['narrow']>([], fc.constantFrom(...NARROWS)),
  allPublic: often(false, fc.constant(true)),
  isPrompt: fc.boolean(),
});

/** `unread_msgs` comes with `message` and `update_message_flags`. */
const FETCH_TYPES = [...Object.keys(snapshotParts), 'presence', 'update_message_flags'].filter(
  (type) => type !== 'unread_msgs',
);

const GONE: Body = { code: 'UNAUTHORIZED' };
/** The ways in which a queue can end. */
const ENDS = ['BAD_EVENT_QUEUE_ID', 'UNAUTHORIZED', 'USER_DEACTIVATED', 'INVALID_API_KEY'];

/** A client of one queue, which registers anew where the queue has ended. */
export class FollowedQueue {
  readonly registration: Registration;
  readonly #cast: Cast;
  follower!: Follower;
  /** Of all events, with the form in which they came. */
  readonly received: Event[] = [];
  /** The last registration, and the events since. */
  snapshot: Body = {};
  events: Event[] = [];
  /** True while the account exists. */
  isOpen = true;
  #queueId = '';
  #last = -1;

  constructor(cast: Cast, registration: Registration) {
    this.#cast = cast;
    this.registration = registration;
  }

  get person(): Person {
    return this.#cast[this.registration.who];
  }

  /** Whether messages come that the person has not received, or only some: then nothing is counted. */
  get isNarrowed(): boolean {
    return this.registration.narrow.length > 0 || this.registration.allPublic;
  }

  get fields(): Body {
    const { capabilities, markdown, gravatar, subscribers, slim, without, narrow, allPublic, who } =
      this.registration;
    const chosen = Object.fromEntries(capabilities.map((name) => [name, true]));
    const types = without.length === 0 ? {} : typesWithout(without);
    return {
      client_capabilities: { notification_settings_null: false, ...chosen },
      apply_markdown: markdown,
      client_gravatar: gravatar,
      include_subscribers: subscribers,
      slim_presence: slim,
      narrow,
      all_public_streams: allPublic && who !== 'guest',
      ...types,
    };
  }

  /** Forgets the events received before, with what they changed. */
  async register(): Promise<void> {
    const { status, body } = await this.registerAnew();
    this.isOpen = status === 200;
    if (!this.isOpen) return;
    this.#queueId = body.queue_id as string;
    this.#last = body.last_event_id as number;
    this.follower = new Follower(body, this.fields);
    this.snapshot = body;
    this.events = [];
  }

  /** The snapshot of a new registration with the same options: at most, that there are too many public channels. */
  async registerAnew() {
    const answer = await this.person.post('/register', this.fields);
    if (answer.status !== 400 || this.fields.all_public_streams === false) return answer;
    return this.person.post('/register', { ...this.fields, all_public_streams: false });
  }

  /** Takes everything that there is; answers it, and whether the client had to register anew. */
  async poll(): Promise<{ readonly events: readonly Event[]; readonly isNew: boolean }> {
    const all: Event[] = [];
    for (;;) {
      const { status, body } = this.isOpen ? await this.#ask() : { status: 401, body: GONE };
      if (status !== 200) {
        expect(ENDS, JSON.stringify(body)).to.include(body.code);
        await this.register();
        return { events: all, isNew: true };
      }
      const events = body.events as Event[];
      if (events.length === 0) return { events: all, isNew: false };
      this.#last = events.at(-1)!.id!;
      this.received.push(...events);
      this.events.push(...events);
      all.push(...events);
      this.follower.take(events);
    }
  }

  #ask() {
    const fields = { queue_id: this.#queueId, last_event_id: this.#last, dont_block: true };
    return this.person.get('/events', fields);
  }
}

function typesWithout(without: readonly string[]): Body {
  const fetched = FETCH_TYPES.filter((type) => !without.includes(type));
  return {
    fetch_event_types: fetched,
    event_types: [...EVENT_TYPES].filter(
      (type) => !without.some((name) => (EVENTS_OF[name] ?? name) === type),
    ),
  };
}
