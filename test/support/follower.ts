/** A client that applies its events by the client package, with the messages that it has received. */
import {
  applyEvent,
  applyToMessage,
  changedMessageIds,
  type Answer,
  type ClientEvent,
  type ClientState,
  type Snapshot,
  stateOf,
} from '../../packages/client/src/client.ts';

export type Body = Record<string, unknown>;
/** An event as it came. */
export type Event = Body & { readonly type: string; readonly op?: string; readonly id?: number };
export type FollowedMessage = Answer<'GET /messages/:message_id'>['message'];

/** The name of users whom a limited guest may not know. */
export const STRANGER = 'Unknown user';

export class Follower {
  state: ClientState;
  /** By ID, as they were received and changed since. */
  readonly messages = new Map<number, FollowedMessage>();
  /** All whose ID was received, in an event or in the snapshot. */
  readonly received: Set<number>;
  /** Those that were deleted. */
  readonly gone = new Set<number>();
  /** False while the newest message of the state may be gone, or an older one have come from elsewhere. */
  isNewestKnown = true;

  constructor(snapshot: Body, params: Body) {
    this.state = stateOf(frozen(snapshot) as Snapshot, params);
    this.received = new Set([...this.state.unread.keys(), ...this.state.starred.keys()]);
  }

  /** Whether null in a subscription means that it follows the reader's own settings. */
  get inherits(): boolean {
    return this.state.params.client_capabilities?.notification_settings_null === true;
  }

  take(events: readonly Event[]): void {
    for (const each of events) {
      const event = frozen(each) as ClientEvent;
      requireKnown(this.state, event);
      this.#takeMessages(event);
      this.state = applyEvent(this.state, event);
    }
  }

  #takeMessages(event: ClientEvent): void {
    switch (event.type) {
      case 'message':
        this.messages.set(event.message.id, { ...event.message, flags: event.flags });
        this.#receive([event.message.id]);
        this.isNewestKnown = true;
        break;
      case 'delete_message':
        this.#delete('message_ids' in event ? event.message_ids : [event.message_id]);
        break;
      case 'update_message':
        this.#receive(event.message_ids);
        if ('new_stream_id' in event) this.isNewestKnown = false;
        this.#change(event);
        break;
      case 'update_message_flags':
        if ('message_details' in event) this.#receive(Object.keys(event.message_details ?? {}).map(Number));
        this.#change(event);
        break;
      case 'reaction':
      case 'submessage':
        this.#change(event);
        break;
      case 'stream':
        if (event.op === 'delete') this.isNewestKnown = false;
        break;
      default:
    }
  }

  #receive(ids: readonly number[]): void {
    for (const id of ids) {
      this.received.add(id);
      this.gone.delete(id);
    }
  }

  #delete(ids: readonly number[]): void {
    for (const id of ids) {
      this.messages.delete(id);
      this.gone.add(id);
      if (this.state.newestMessage === id) this.isNewestKnown = false;
    }
  }

  #change(event: Parameters<typeof changedMessageIds>[0]): void {
    for (const id of changedMessageIds(event) ?? this.messages.keys()) {
      const message = this.messages.get(id);
      if (message) this.messages.set(id, applyToMessage(message, event));
    }
  }
}

/** Events are about things that the client knows already. */
function requireKnown({ users, groups, channels }: ClientState, event: ClientEvent): void {
  if (event.type === 'realm_user' && event.op === 'update' && !users.has(event.person.user_id))
    throw new Error(`Nobody has the ID ${event.person.user_id}`);
  if (
    event.type === 'user_group' &&
    'group_id' in event &&
    event.op !== 'remove' &&
    !groups.has(event.group_id)
  )
    throw new Error(`No group has the ID ${event.group_id}`);
  if (event.type === 'subscription' && event.op === 'add')
    for (const { stream_id: id } of event.subscriptions)
      if (!channels.has(id)) throw new Error(`No channel has the ID ${id}`);
}

/** Nothing that is given to a client may be changed by it. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
