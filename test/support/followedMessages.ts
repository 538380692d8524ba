/** The messages of a client that follows events: what it was told of each, and what is unread, starred and newest. */
import type { Body, Event, FollowerOptions } from './follower.ts';

/** Where an unread message is, and whether it names the reader. */
interface Unread {
  readonly channelId?: number | undefined;
  readonly topic?: string | undefined;
  /** Of a direct message: the others, ascending; none is the reader alone. */
  readonly others?: readonly number[] | undefined;
  readonly mentions: boolean;
}

/** Unread messages as they were told, by ID. */
export function unreadIn({ unread_msgs: unreadMessages, user_id: own }: Body): Map<number, Unread> {
  const unread = new Map<number, Unread>();
  if (unreadMessages === undefined) return unread;
  const { pms, streams, huddles, mentions } = unreadMessages as Record<
    'pms' | 'streams' | 'huddles',
    Body[]
  > & {
    readonly mentions: number[];
  };
  const keep = (group: Body, where: Omit<Unread, 'mentions'>): void => {
    for (const id of group.unread_message_ids as number[])
      unread.set(id, { ...where, mentions: mentions.includes(id) });
  };
  for (const group of pms)
    keep(group, { others: group.other_user_id === own ? [] : [group.other_user_id as number] });
  for (const group of streams)
    keep(group, { channelId: group.stream_id as number, topic: group.topic as string });
  for (const group of huddles) {
    const all = (group.user_ids_string as string).split(',').map(Number);
    keep(group, { others: all.filter((id) => id !== own) });
  }
  return unread;
}

/** IDs of the channels that a client knows of. */
export const listedChannels = ({ streams }: Body): ReadonlySet<number> =>
  new Set(((streams ?? []) as Body[]).map(({ stream_id: id }) => id as number));

const isMentioned = (flags: readonly string[]): boolean => flags.some((flag) => flag.endsWith('mentioned'));

export class FollowedMessages {
  readonly unread: Map<number, Unread>;
  readonly starred: Set<number>;
  /** By ID, as they were told and changed since. */
  readonly byId = new Map<number, Body & { flags: string[] }>();
  /** All that were ever told of. */
  readonly everReceived = new Set<number>();
  /** Those that the client was told are gone. */
  readonly gone = new Set<number>();
  /** Conversations by the others' IDs, and the newest message; undefined where that is gone. */
  readonly conversations: Map<string, number | undefined>;
  /** The newest that was received; undefined where a client cannot tell. */
  newest: number | undefined;
  readonly #known: Body;
  readonly #options: FollowerOptions;

  constructor(known: Body, options: FollowerOptions) {
    this.#known = known;
    this.#options = options;
    this.unread = unreadIn(known);
    this.starred = new Set((known.starred_messages ?? []) as number[]);
    this.conversations = new Map(
      ((known.recent_private_conversations ?? []) as Body[]).map(({ user_ids: ids, max_message_id: id }) => [
        keyOf(ids as number[]),
        id as number,
      ]),
    );
    this.newest = known.max_message_id as number | undefined;
    for (const id of [...this.unread.keys(), ...this.starred]) this.everReceived.add(id);
  }

  /** Whether it was about messages. */
  take(event: Event): boolean {
    const apply = this.#handlers[event.type];
    apply?.(structuredClone(event));
    return apply !== undefined;
  }

  /** Unread messages of the channels that are listed now: the others are shown again with their channel. */
  get shownUnread(): Map<number, Unread> {
    const listed = listedChannels(this.#known);
    const isShown = ({ channelId }: Unread): boolean => channelId === undefined || listed.has(channelId);
    return new Map([...this.unread].filter(([, unread]) => isShown(unread)));
  }

  #isReported(id: number): void {
    this.everReceived.add(id);
    this.gone.delete(id);
  }

  #changed(ids: readonly number[], change: (message: Body & { flags: string[] }) => void): void {
    for (const id of ids) {
      const message = this.byId.get(id);
      if (message) change(message);
    }
  }

  #othersOf(message: Body): readonly number[] {
    return (message.display_recipient as Body[])
      .map(({ id }) => id as number)
      .filter((id) => id !== this.#known.user_id)
      .sort((one, other) => one - other);
  }

  #message({ message: told, flags: given }: Event): void {
    const [message, flags] = [told as Body, given as string[]];
    const id = message.id as number;
    this.byId.set(id, { ...message, flags });
    this.#isReported(id);
    if (this.#options.isNarrowed) return;
    const isDirect = message.type === 'private';
    const others = isDirect ? this.#othersOf(message) : undefined;
    this.newest = id;
    if (others) this.conversations.set(keyOf(others), id);
    if (!flags.includes('read'))
      this.unread.set(
        id,
        isDirect
          ? { others, mentions: isMentioned(flags) }
          : {
              channelId: message.stream_id as number,
              topic: message.subject as string,
              mentions: isMentioned(flags),
            },
      );
  }

  #update(event: Event): void {
    const ids = event.message_ids as number[];
    for (const id of ids) this.#isReported(id);
    if ('content' in event) {
      const content = this.#options.appliesMarkdown ? event.rendered_content : event.content;
      this.#changed([event.message_id as number], (message) => {
        Object.assign(message, { content, is_me_message: event.is_me_message });
        message.flags = event.flags as string[];
      });
      const unread = this.unread.get(event.message_id as number);
      const mentions = isMentioned(event.flags as string[]);
      if (unread) this.unread.set(event.message_id as number, { ...unread, mentions });
    }
    // Whether what comes from elsewhere counts as received, a client cannot tell.
    if ('new_stream_id' in event) this.newest = undefined;
    const channelId = (event.new_stream_id ?? event.stream_id) as number | undefined;
    const name = ((this.#known.streams ?? []) as Body[]).find(({ stream_id: id }) => id === channelId)?.name;
    const moved = {
      ...('subject' in event && { subject: event.subject, topic_links: event.topic_links }),
      ...('new_stream_id' in event && { stream_id: channelId, display_recipient: name }),
    };
    this.#changed(ids, (message) => Object.assign(message, moved));
    for (const id of ids) {
      const unread = this.unread.get(id);
      const topic = (moved.subject ?? unread?.topic) as string | undefined;
      if (unread?.channelId !== undefined) this.unread.set(id, { ...unread, channelId, topic });
    }
  }

  #delete(event: Event): void {
    for (const id of (event.message_ids ?? [event.message_id]) as number[]) {
      this.byId.delete(id);
      this.gone.add(id);
      this.unread.delete(id);
      this.starred.delete(id);
      if (this.newest === id) this.newest = undefined;
      for (const [key, newest] of this.conversations)
        if (newest === id) this.conversations.set(key, undefined);
    }
  }

  #flags({ op, flag: given, messages, all, message_details: details }: Event): void {
    const flag = given as string;
    const ids = all === true ? [...this.unread.keys(), ...this.byId.keys()] : (messages as number[]);
    this.#changed(ids, (message) => {
      const others = message.flags.filter((other) => other !== flag);
      message.flags = op === 'add' ? [...others, flag] : others;
    });
    for (const id of ids) {
      if (flag === 'starred') this.starred[op === 'add' ? 'add' : 'delete'](id);
      if (flag !== 'read') continue;
      if (op === 'add') this.unread.delete(id);
      else this.#unreadAgain(id, (details as Record<string, Body>)[String(id)] ?? {});
    }
  }

  #unreadAgain(id: number, detail: Body): void {
    this.unread.set(id, {
      ...(detail.type === 'private'
        ? { others: [...(detail.user_ids as number[])].sort((one, other) => one - other) }
        : { channelId: detail.stream_id as number, topic: detail.topic as string }),
      mentions: detail.mentioned === true,
    });
    this.#isReported(id);
  }

  readonly #handlers: Readonly<Record<string, (event: Event) => void>> = {
    message: (event) => this.#message(event),
    update_message: (event) => this.#update(event),
    delete_message: (event) => this.#delete(event),
    update_message_flags: (event) => this.#flags(event),
    reaction: ({ op, message_id: id, type: _type, id: _id, ...reaction }) =>
      this.#changed([id as number], (message) => {
        const others = (message.reactions as Body[]).filter(
          (other) =>
            other.user_id !== reaction.user_id ||
            other.emoji_code !== reaction.emoji_code ||
            other.reaction_type !== reaction.reaction_type,
        );
        message.reactions = op === 'add' ? [...others, reaction] : others;
      }),
    submessage: ({ submessage_id: id, type: _type, id: _id, ...submessage }) =>
      this.#changed([submessage.message_id as number], (message) => {
        (message.submessages as Body[]).push({ id, ...submessage });
      }),
  };
}

export const keyOf = (others: readonly number[]): string =>
  [...others].sort((one, other) => one - other).join();
