/** Conversations by their newest message, and what lists of conversations have in common. */
import { useEffect, useState } from 'preact/hooks';
import { client, serverConnection, reasonOf } from '../state/connection.ts';
import { channels, type Message } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { textOf } from '../state/html.ts';
import { cacheMessages, cachedMessages } from '../state/messageCache.ts';
import type { Route } from '../state/routes.ts';
import { type Conversation, conversationKey, conversationOf, countedIn } from '../state/unread.ts';
import { topicName } from '../state/topics.ts';
import { strings } from '../strings.ts';
import { Avatar } from './avatar.tsx';
import { namesOf } from './sidebar.tsx';
import { Count } from './count.tsx';
import { Link } from './link.tsx';
import { fullTime, shortTime } from './times.ts';

export const PageHeading = ({ title, hint }: { readonly title: string; readonly hint?: string }) => (
  <header class="heading page">
    <div class="title">
      <h1>{title}</h1>
      {hint !== undefined && <p class="quiet">{hint}</p>}
    </div>
  </header>
);

/** The place of a conversation. */
export const routeOfConversation = (conversation: Conversation): Route =>
  'channelId' in conversation ? { kind: 'topic', ...conversation } : { kind: 'direct', ...conversation };

/** What a conversation is called, in one line. */
export function ConversationName({ conversation }: { readonly conversation: Conversation }) {
  if (!('channelId' in conversation)) return <span dir="auto">{namesOf(conversation.userIds)}</span>;
  return <span dir="auto">{topicName(conversation.topic)}</span>;
}

/** The name of a conversation, and the channel that it is in. */
export const ConversationTitle = ({ conversation }: { readonly conversation: Conversation }) => (
  <>
    <strong>
      <ConversationName conversation={conversation} />
    </strong>
    {'channelId' in conversation && (
      <span class="quiet" dir="auto">
        {' '}
        {channels.value.get(conversation.channelId)?.name ?? strings.unknownChannel}
      </span>
    )}
  </>
);

/** Messages from which the conversations of last are taken. */
const LOOKED_AT = 400;

export function RecentPage() {
  const [found, setFound] = useState<readonly Message[] | undefined>(undefined);
  const [fault, setFault] = useState('');
  useEffect(() => {
    client
      .call('GET /messages', {
        anchor: 'newest',
        num_before: LOOKED_AT,
        num_after: 0,
        allow_empty_topic_name: true,
        narrow: [['in', 'home']],
      })
      .then(({ messages }) => {
        setFound(messages);
        cacheMessages('recent', messages);
      })
      .catch(async (error: unknown) => {
        const kept = await cachedMessages('recent');
        setFound(kept);
        if (kept.length === 0) setFault(reasonOf(error));
      });
  }, [serverConnection.value.kind]);
  const latest = new Map<string, Message>();
  for (const message of found ?? []) latest.set(conversationKey(conversationOf(message)), message);
  const list = [...latest.values()].sort((one, other) => other.id - one.id);
  return (
    <div class="listPage">
      <PageHeading title={strings.views.recent} hint={strings.recent.hint} />
      {fault !== '' && <p class="fault">{fault}</p>}
      {found === undefined && fault === '' && <p class="quiet padded">{strings.loading}</p>}
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
    <p>{strings.recent.empty}</p>
    <p>
      <button type="button" class="primary" onClick={() => openDialog({ kind: 'newMessage' })}>
        {strings.newDirect}
      </button>
    </p>
  </div>
);

function RecentRow({ message }: { readonly message: Message }) {
  const conversation = conversationOf(message);
  return (
    <li>
      <Link to={routeOfConversation(conversation)} class="conversation">
        <Avatar userId={message.sender_id} name={message.sender_full_name} size="small" />
        <span class="name">
          <ConversationTitle conversation={conversation} />
          <span class="excerpt quiet">
            <bdi>{message.sender_full_name}</bdi>: <bdi>{textOf(message.content).slice(0, 140)}</bdi>
          </span>
        </span>
        <Count of={countedIn(conversation)} />
        <time class="quiet" title={fullTime(message.timestamp)}>
          {shortTime(message.timestamp)}
        </time>
      </Link>
    </li>
  );
}
