/** A list of messages with its heading and, in conversations, the compose area. */
import { useEffect, useMemo } from 'preact/hooks';
import { serverConnection } from '../state/connection.ts';
import { channels } from '../state/data.ts';
import { type Feed, feedOf } from '../state/feeds.ts';
import { unsentIn } from '../state/outbox.ts';
import { mayWriteIn } from '../state/permissions.ts';
import { findMovedTopic } from '../state/movedTopic.ts';
import { navigate, currentRoute, type Route } from '../state/routes.ts';
import { sessionGeneration } from '../state/session.ts';
import { typing } from '../state/typing.ts';
import { type Conversation, conversationKey } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { Compose } from './compose.tsx';
import { FeedHeading } from './feedHeading.tsx';
import { Link } from './link.tsx';
import { PageHeading } from './recentPage.tsx';
import { MessageList } from './messageList.tsx';
import { namesOf } from './sidebar.tsx';

/** The conversation of messages written on a page; undefined where it has to be chosen first. */
export function conversationOfRoute(at: Route): Conversation | undefined {
  if (at.kind === 'topic') return { channelId: at.channelId, topic: at.topic };
  if (at.kind === 'direct') return { userIds: at.userIds };
  return undefined;
}

export const FeedPage = ({ route: at }: { readonly route: Route }) =>
  'channelId' in at && !channels.value.has(at.channelId) ? (
    <div class="listPage">
      <PageHeading title={strings.unknownChannel} hint={strings.noSuchChannel} />
      <p class="empty">
        <Link to={{ kind: 'channels' }}>{strings.browseChannels}</Link>
      </p>
    </div>
  ) : (
    <Messages route={at} />
  );

function Messages({ route: at }: { readonly route: Route }) {
  const near = 'near' in at ? at.near : undefined;
  // Before the list is drawn: it is put where reading begins.
  const feed = useMemo(() => {
    const found = feedOf(at);
    found?.begin(near);
    return found;
  }, [JSON.stringify(at), sessionGeneration.value]);
  const isUp = serverConnection.value.kind === 'up';
  useEffect(() => {
    if (isUp && feed && feed.fault.peek() !== '') void feed.open(near);
  }, [isUp]);
  useMoved(at, feed);
  if (feed === undefined) return null;
  const conversation = conversationOfRoute(at);
  return (
    <div class="feedPage">
      <FeedHeading route={at} feed={feed} />
      <MessageList
        key={`${feed.key} ${near ?? ''} ${sessionGeneration.value}`}
        feed={feed}
        conversation={conversation}
        near={near}
      />
      {conversation && <Typing conversation={conversation} />}
      {(conversation ?? at.kind === 'channel') && <Writing at={at} conversation={conversation} />}
    </div>
  );
}

/** Goes on to where the topic, or the message of it, has been moved since the link to it was made. */
function useMoved(at: Route, feed: Feed | undefined): void {
  const isMissing =
    feed !== undefined &&
    at.kind === 'topic' &&
    !feed.isLoading.value &&
    feed.fault.value === '' &&
    (at.near === undefined
      ? feed.ids.value.length === 0 && unsentIn(at).length === 0
      : !feed.ids.value.includes(at.near));
  useEffect(() => {
    if (!isMissing) return;
    void findMovedTopic(at).then((now) => {
      if (now && currentRoute.peek() === at) navigate(now, { replace: true });
    });
  }, [isMissing, at]);
}

function Writing({
  at,
  conversation,
}: {
  readonly at: Route;
  readonly conversation: Conversation | undefined;
}) {
  const channelId = 'channelId' in at ? at.channelId : undefined;
  const channel = channelId === undefined ? undefined : channels.value.get(channelId);
  if (channel && !mayWriteIn(channel))
    return (
      <p class="quiet padded">{channel.is_archived ? strings.compose.archived : strings.compose.forbidden}</p>
    );
  return (
    <Compose
      key={conversation ? conversationKey(conversation) : `channel ${channelId}`}
      conversation={conversation}
      channelId={channelId}
    />
  );
}

function Typing({ conversation }: { readonly conversation: Conversation }) {
  const ids = typing.value.get(conversationKey(conversation)) ?? [];
  return (
    <p class="typing quiet" aria-live="polite">
      {ids.length > 0 ? strings.typing(namesOf(ids.slice(0, 3)), ids.length) : ''}
    </p>
  );
}

/** Opens a conversation at a message of it. */
export const openConversationAt = (conversation: Conversation, near: number): void => {
  currentRoute.value =
    'channelId' in conversation
      ? { kind: 'topic', ...conversation, near }
      : { kind: 'direct', ...conversation, near };
};
