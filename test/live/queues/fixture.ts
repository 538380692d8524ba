/** A town that is followed by queues, without a log: events become acknowledged state one after the other. */
import type { AnyEvent } from '../../../src/events/catalog.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { ChannelId, MessageId, OrganizationId, UserId } from '../../../src/base/ids.ts';
import { activeAmong } from '../../../src/live/translation/audiences.ts';
import { payloadTo, type LiveTransition } from '../../../src/live/translation/define.ts';
import type { DeferredFields, PresentReader } from '../../../src/live/queues/eventJson.ts';
import { toBufferedEvents, type BufferedEvent } from '../../../src/live/queues/bufferedEvent.ts';
import type { HistoryAsker } from '../../../src/live/queues/clientEventBuffer.ts';
import { EventQueues } from '../../../src/live/queues/eventQueues.ts';
import { lastEventIdOf } from '../../../src/live/queues/eventIds.ts';
import type { Poll } from '../../../src/live/queues/organizationQueues.ts';
import { EntryPacker, unpackEntries } from '../../../src/live/queues/packedEntry.ts';
import type { QueueRegistration } from '../../../src/live/queues/queueRegistration.ts';
import type { SlowReader } from '../../../src/live/queues/streamMonitor.ts';
import { accessOf } from '../../../src/organization/access/access.ts';
import { managesBot } from '../../../src/organization/access/people.ts';
import { isAdministrator } from '../../../src/organization/access/rules.ts';
import { settingsOf } from '../../../src/organization/slices/organizations.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { example, recorded } from '../../support/examples.ts';
import { TestClock } from '../../support/testClock.ts';
import { CHANNELS, PEOPLE, town } from '../fixture.ts';

const HOST = 'chat.example.com';
const RELEASE = { service_version: '1.0', service_merge_base: '', service_feature_level: 500 };

/** Stands for the views. */
const completions: Omit<DeferredFields, 'present'> = {
  recipientId: async (_reader, messageId) => 2 * messageId + 1,
  flagsOf: async () => ['read'],
  settingsOf: async () => new Map(),
  mutedTopics: async () => [['public', 'lunch', 1]],
  botToken: async () => 'token',
};

/** Seals nothing; texts are distinguished by a number. */
const plainSeal = () => {
  let count = 0;
  return {
    sealText: (purpose: string, text: string) => `${purpose}/${(count += 1)}/${text}`,
    openText: async (purpose: string, presented: string) =>
      presented.startsWith(`${purpose}/`) ? presented.split('/').slice(2).join('/') : undefined,
  };
};

/** A client event as a client parses it. */
export interface Received {
  readonly id: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

type Observer = (event: AnyEvent, sides: Omit<LiveTransition, 'host'>) => void;

/** One node after the other over one log, and a client of it. */
export class QueueFixture {
  readonly clock = new TestClock();
  readonly state: OrganizationState;
  queues: EventQueues;
  /** People whose clients do not read, and those who read again. */
  readonly slowReaders: SlowReader[] = [];
  /** Polls that asked for older events. */
  readonly askers: HistoryAsker[] = [];
  readonly #seal = plainSeal();
  readonly #log: BufferedEvent[] = [];
  readonly #observers = new Set<Observer>();
  readonly #ended = new Set<string>();
  /** Promise for which reads of views and of the log wait. */
  readonly #pause: () => Promise<void>;

  constructor(pause = async (): Promise<void> => {}) {
    this.#pause = pause;
    // The channel is in use already, so that a message is not news of the channel as well.
    this.state = town(example.messageSent({ channelId: CHANNELS.public }));
    this.queues = this.#node();
  }

  /** The server is killed; what it had in memory is gone. */
  restart(): void {
    this.#observers.clear();
    this.queues = this.#node();
  }

  /** Events become acknowledged state. */
  happen(...events: readonly DomainEvent[]): void {
    for (const event of recorded(events, { after: this.state })) {
      const after = this.state.layer();
      after.fold(event);
      const sides = { before: this.state, after };
      this.#log.push(...toBufferedEvents(event, { ...sides, host: HOST }));
      for (const observer of this.#observers) observer(event, sides);
      after.merge();
    }
  }

  /** The owner types in a direct conversation with a member, under an email that distinguishes such events. */
  type(email = ''): void {
    const [member, sender] = [PEOPLE.member, PEOPLE.owner].map((id) => ({ user_id: id as UserId, email }));
    const typing = { type: 'typing' as const, op: 'start' as const, message_type: 'direct' as const };
    const to = activeAmong(this.state, [member!.user_id]);
    for (const payload of payloadTo(to, { ...typing, sender: sender!, recipients: [member!] }))
      this.queues.addEphemeral(this.state.organizationId, payload);
  }

  /** Registers a queue of a person for everything from now on, with these options. */
  register(userId: number = PEOPLE.member, options: Partial<QueueRegistration> = {}): string {
    return this.queues.register({
      organizationId: this.state.organizationId,
      userId: userId as UserId,
      start: this.state.revision,
      startOf: {},
      eventTypes: null,
      capabilities: new Set(),
      applyMarkdown: false,
      clientGravatar: true,
      slimPresence: false,
      allPublicChannels: false,
      narrow: [],
      idleTimeout: 600,
      ...options,
    });
  }

  async poll(id: string, after = -1, more: Partial<Poll & { userId: number }> = {}): Promise<Received[]> {
    const { userId = PEOPLE.member, ...poll } = more;
    const texts = await this.queues.poll(this.state.organizationId, userId as UserId, id, {
      after,
      waits: false,
      gone: new AbortController().signal,
      requireAdmitted: () => {},
      charge: () => {},
      ...poll,
    });
    return texts.map((text) => JSON.parse(text) as Received);
  }

  /** A stream of a queue's events, which reads only when the next one is requested. */
  follow(id: string, gone = new AbortController().signal) {
    const poll = { after: -1, gone, requireAdmitted: () => {}, charge: () => {} };
    return this.queues.follow(this.state.organizationId, PEOPLE.member as UserId, id, poll);
  }

  delete(id: string): Promise<void> {
    return this.queues.delete(this.state.organizationId, PEOPLE.member as UserId, id);
  }

  /** What somebody may read now, of all messages. */
  #present(userId: UserId): PresentReader {
    const access = accessOf(this.state, userId);
    const contents = new Map<number, string | null>();
    for (const { event } of this.#log) {
      const payload = 'payload' in event ? event.payload : undefined;
      if (payload?.type === 'message') {
        const { id, stream_id: channelId, content } = payload.message;
        const location = { messageId: id as MessageId, channelId: channelId as ChannelId };
        contents.set(id, channelId === undefined || access.mayReadMessage(location) ? content : null);
      } else if (payload?.type === 'update_message' && 'content' in payload)
        contents.set(payload.message_id, payload.content);
      else if (payload?.type === 'delete_message') for (const id of payload.message_ids) contents.delete(id);
    }
    return {
      access,
      contents,
      showsFormerTexts: settingsOf(this.state).messageEditHistoryVisibilityPolicy === 'all',
      isAdministrator: isAdministrator(this.state, userId),
      managesBot: (botId) => managesBot(this.state, userId, botId),
      seesEmailOf: () => true,
    };
  }

  #node(): EventQueues {
    return new EventQueues({
      clock: this.clock,
      completions: { ...completions, present: async ({ userId }) => this.#present(userId) },
      measures: { delivered: () => {}, caughtUp: () => {} },
      seal: this.#seal,
      history: {
        after: async (_organizationId: OrganizationId, revision: number, asker: HistoryAsker) => {
          this.askers.push(asker);
          await this.#pause();
          const upTo = Math.min(revision + 2, this.state.revision);
          const entries = this.#log.filter((entry) => entry.revision > revision && entry.revision <= upTo);
          const packer = new EntryPacker();
          for (const entry of entries) packer.add(entry);
          return { entries: unpackEntries(packer.packed), upTo: lastEventIdOf(upTo) };
        },
      },
      ended: {
        endQueue: async (_organizationId, id) => void this.#ended.add(id),
        isEndedQueue: async (id) => this.#ended.has(id),
      },
      onFailure: (_organizationId, error) => {
        throw error;
      },
      compatibility: undefined,
      release: RELEASE,
      onSlowReader: (reader) => this.slowReaders.push(reader),
      organization: () => ({
        state: this.state,
        host: HOST,
        hasRevision: (revision) => revision <= this.state.revision,
        observe: (observer) => {
          this.#observers.add(observer);
          return () => this.#observers.delete(observer);
        },
      }),
    });
  }
}
