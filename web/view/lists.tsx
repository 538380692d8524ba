/** Lists of conversations: what is unread, what was last, and what was begun. */
import { useEffect, useState } from 'preact/hooks';
import { attempt, client, link, reasonOf } from '../state/connection.ts';
import {
  channels,
  type Draft,
  drafts,
  type Message,
  nameOf,
  type Scheduled,
  scheduled,
} from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { conversationOfDraft } from '../state/drafts.ts';
import { textOf } from '../state/html.ts';
import { keepMessages, keptMessages } from '../state/kept.ts';
import type { Place } from '../state/places.ts';
import { markSeen } from '../state/reading.ts';
import {
  type Conversation,
  conversationKey,
  conversationOf,
  inbox,
  othersOf,
  type UnreadConversation,
} from '../state/unread.ts';
import { words } from '../words.ts';
import { Avatar } from './avatar.tsx';
import { namesOf, topicName } from './column.tsx';
import { Count } from './count.tsx';
import { Icon, IconButton } from './icon.tsx';
import { Link } from './link.tsx';
import { fullTime, shortTime } from './times.ts';

export const Heading = ({ title, hint }: { readonly title: string; readonly hint?: string }) => (
  <header class="heading page">
    <div class="title">
      <h1>{title}</h1>
      {hint !== undefined && <p class="quiet">{hint}</p>}
    </div>
  </header>
);

/** The place of a conversation. */
export const placeOf = (conversation: Conversation): Place =>
  'channelId' in conversation ? { kind: 'topic', ...conversation } : { kind: 'direct', ...conversation };

/** What a conversation is called, in one line. */
export function ConversationName({ conversation }: { readonly conversation: Conversation }) {
  if (!('channelId' in conversation)) return <span dir="auto">{namesOf(conversation.userIds)}</span>;
  return <span dir="auto">{topicName(conversation.topic)}</span>;
}

/** Conversations of one channel, or all direct ones. */
interface InboxGroup {
  readonly channelId: number | undefined;
  readonly entries: readonly UnreadConversation[];
}

function inboxGroups(): readonly InboxGroup[] {
  const byChannel = new Map<number | undefined, UnreadConversation[]>();
  for (const entry of inbox.value) {
    const channelId = 'channelId' in entry.conversation ? entry.conversation.channelId : undefined;
    byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), entry]);
  }
  const groups = [...byChannel].map(([channelId, entries]) => ({ channelId, entries }));
  // Direct messages first: somebody waits for an answer.
  return groups.sort(
    (one, other) => Number(one.channelId !== undefined) - Number(other.channelId !== undefined),
  );
}

export function InboxPage() {
  const groups = inboxGroups();
  return (
    <div class="listPage">
      <Heading title={words.views.inbox} hint={words.inbox.hint} />
      {groups.length === 0 && (
        <div class="empty">
          <Icon name="check" />
          <p>{words.inbox.empty}</p>
          <p class="quiet">{words.inbox.emptyHint}</p>
        </div>
      )}
      {groups.map(({ channelId, entries }) => (
        <section key={String(channelId)} class="group">
          <h2 dir="auto">
            {channelId === undefined ? words.directMessages : <ChannelHeading channelId={channelId} />}
          </h2>
          <ul class="conversations">
            {entries.map((entry) => (
              <InboxRow key={conversationKey(entry.conversation)} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const ChannelHeading = ({ channelId }: { readonly channelId: number }) => {
  const channel = channels.value.get(channelId);
  return (
    <Link to={{ kind: 'channel', channelId }}>
      <span style={{ color: channel?.color }}>
        <Icon name="hash" />
      </span>
      {channel?.name ?? words.unknownChannel}
    </Link>
  );
};

function InboxRow({ entry: { conversation, ids } }: { readonly entry: UnreadConversation }) {
  return (
    <li>
      <Link to={placeOf(conversation)} class="conversation">
        {'userIds' in conversation && (
          <Avatar
            userId={conversation.userIds[0] ?? -1}
            name={nameOf(conversation.userIds[0] ?? -1)}
            size="small"
          />
        )}
        <span class="name">
          <ConversationName conversation={conversation} />
        </span>
        <Count of={ids.size} />
      </Link>
      <IconButton icon="check" label={words.markRead} onClick={() => markSeen([...ids])} />
    </li>
  );
}

/** Messages from which the conversations of last are taken. */
const LOOKED_AT = 400;

export function RecentPage() {
  const [found, setFound] = useState<readonly Message[] | undefined>(undefined);
  const [fault, setFault] = useState('');
  useEffect(() => {
    client
      .call('GET /messages', {
        ...{ anchor: 'newest', num_before: LOOKED_AT, num_after: 0, allow_empty_topic_name: true },
        narrow: [['in', 'home']],
      })
      .then(({ messages }) => {
        setFound(messages);
        keepMessages('recent', messages);
      })
      .catch(async (error: unknown) => {
        const kept = await keptMessages('recent');
        setFound(kept);
        if (kept.length === 0) setFault(reasonOf(error));
      });
  }, [link.value.kind]);
  const latest = new Map<string, Message>();
  for (const message of found ?? []) latest.set(conversationKey(conversationOf(message)), message);
  const list = [...latest.values()].sort((one, other) => other.id - one.id);
  return (
    <div class="listPage">
      <Heading title={words.views.recent} hint={words.recent.hint} />
      {fault !== '' && <p class="fault">{fault}</p>}
      {found === undefined && fault === '' && <p class="quiet padded">{words.loading}</p>}
      {found?.length === 0 && <Nothing />}
      <ul class="conversations recent">
        {list.map((message) => (
          <RecentRow key={message.id} message={message} />
        ))}
      </ul>
    </div>
  );
}

const Nothing = () => (
  <div class="empty">
    <p>{words.recent.empty}</p>
    <p>
      <button type="button" class="primary" onClick={() => openDialog({ kind: 'newMessage' })}>
        {words.newDirect}
      </button>
    </p>
  </div>
);

function RecentRow({ message }: { readonly message: Message }) {
  const conversation = conversationOf(message);
  const unread = inbox.value.find(
    (entry) => conversationKey(entry.conversation) === conversationKey(conversation),
  );
  return (
    <li>
      <Link to={placeOf(conversation)} class="conversation">
        <Avatar userId={message.sender_id} name={message.sender_full_name} size="small" />
        <span class="name">
          <strong>
            <ConversationName conversation={conversation} />
          </strong>
          {'channelId' in conversation && (
            <span class="quiet"> {channels.value.get(conversation.channelId)?.name}</span>
          )}
          <span class="excerpt quiet" dir="auto">
            {message.sender_full_name}: {textOf(message.content).slice(0, 140)}
          </span>
        </span>
        <Count of={unread?.ids.size ?? 0} />
        <time class="quiet" title={fullTime(message.timestamp)}>
          {shortTime(message.timestamp)}
        </time>
      </Link>
    </li>
  );
}

export function DraftsPage() {
  const begun = [...drafts.value.values()].sort((one, other) => other.timestamp - one.timestamp);
  const later = [...scheduled.value.values()];
  return (
    <div class="listPage">
      <Heading title={words.views.drafts} hint={words.drafts.hint} />
      {begun.length + later.length === 0 && (
        <div class="empty">
          <p>{words.drafts.empty}</p>
        </div>
      )}
      {later.length > 0 && <h2>{words.drafts.scheduled}</h2>}
      <ul class="conversations">
        {later.map((each) => (
          <ScheduledRow key={each.scheduled_message_id} message={each} />
        ))}
      </ul>
      {later.length > 0 && begun.length > 0 && <h2>{words.drafts.begun}</h2>}
      <ul class="conversations">
        {begun.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </div>
  );
}

function DraftRow({ draft }: { readonly draft: Draft }) {
  const conversation = conversationOfDraft(draft);
  const remove = (): void =>
    void attempt(() => client.call('DELETE /drafts/:draft_id', { draft_id: draft.id }));
  return (
    <li>
      <Link to={conversation ? placeOf(conversation) : { kind: 'inbox' }} class="conversation">
        <span class="name">
          <strong>{conversation && <ConversationName conversation={conversation} />}</strong>
          <span class="excerpt quiet" dir="auto">
            {draft.content.slice(0, 200)}
          </span>
        </span>
        <time class="quiet">{shortTime(draft.timestamp)}</time>
      </Link>
      <IconButton icon="close" label={words.remove} onClick={remove} />
    </li>
  );
}

function ScheduledRow({ message }: { readonly message: Scheduled }) {
  const { to } = message;
  const conversation: Conversation =
    typeof to === 'number' ? { channelId: to, topic: message.topic ?? '' } : { userIds: othersOf(to) };
  const cancel = (): void =>
    void attempt(() =>
      client.call('DELETE /scheduled_messages/:scheduled_message_id', {
        scheduled_message_id: message.scheduled_message_id,
      }),
    );
  return (
    <li>
      <Link to={placeOf(conversation)} class="conversation">
        <Icon name="clock" />
        <span class="name">
          <strong>
            <ConversationName conversation={conversation} />
          </strong>
          <span class="excerpt quiet" dir="auto">
            {message.failed ? `${words.drafts.failed} ` : ''}
            {message.content.slice(0, 200)}
          </span>
        </span>
        <time class="quiet">{fullTime(message.scheduled_delivery_timestamp)}</time>
      </Link>
      <IconButton icon="close" label={words.cancel} onClick={cancel} />
    </li>
  );
}
