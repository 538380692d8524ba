/** One message: who, when, what, and what can be done with it. */
import { memo } from 'preact/compat';
import { channels, type Message, mutedPeople, nameOf } from '../state/data.ts';
import { editing, openDialog, selected } from '../state/dialogs.ts';
import { type Feed, messageSignal } from '../state/feeds.ts';
import { conversationKey, conversationOf } from '../state/unread.ts';
import { topicName } from '../state/topics.ts';
import { strings } from '../strings.ts';
import { Avatar } from './avatar.tsx';
import { namesOf } from './sidebar.tsx';
import { Content } from './content.tsx';
import { Editor } from './editor.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { MessageTools } from './messageTools.tsx';
import { Reactions } from './reactions.tsx';
import { clockTime, dayName, fullTime, isSameDay } from './times.ts';
import { Widget } from './widget.tsx';

/** Seconds within which messages of one person stand together. */
const TOGETHER = 10 * 60;

interface RowProps {
  readonly id: number;
  readonly before: number | undefined;
  readonly feed: Feed;
  /** Whether the list is one conversation. */
  readonly isIn: boolean;
  readonly isFirstUnread: boolean;
}

/** Drawn again only when its message changes, or the one before it. */
export const MessageRow = memo(function MessageRow({ id, before, feed, isIn, isFirstUnread }: RowProps) {
  const message = messageSignal(id)?.value;
  if (message === undefined) return null;
  const previous = before === undefined ? undefined : messageSignal(before)?.value;
  const isNewDay = previous === undefined || !isSameDay(previous.timestamp, message.timestamp);
  const isNewConversation = !isIn && (previous === undefined || keyOf(previous) !== keyOf(message));
  const isTogether =
    !isNewDay &&
    !isNewConversation &&
    !isFirstUnread &&
    previous?.sender_id === message.sender_id &&
    !message.is_me_message &&
    message.timestamp - previous.timestamp < TOGETHER;
  return (
    <>
      {isNewDay && (
        <p class="day">
          <span>{dayName(message.timestamp)}</span>
        </p>
      )}
      {isNewConversation && <ConversationHeading message={message} />}
      {isFirstUnread && (
        <p class="day newMessages">
          <span>{strings.newMessages}</span>
        </p>
      )}
      <Article message={message} isTogether={isTogether} feed={feed} />
    </>
  );
});

const keyOf = (message: Message): string => conversationKey(conversationOf(message));

/** In lists of several conversations: which one comes now. */
function ConversationHeading({ message }: { readonly message: Message }) {
  const conversation = conversationOf(message);
  if (!('channelId' in conversation))
    return (
      <p class="place">
        <Link to={{ kind: 'direct', ...conversation, near: message.id }}>
          <Icon name="people" /> {namesOf(conversation.userIds)}
        </Link>
      </p>
    );
  const channel = channels.value.get(conversation.channelId);
  return (
    <p class="place" dir="auto">
      <Link to={{ kind: 'channel', channelId: conversation.channelId }}>
        <span style={{ color: channel?.color }}>
          <Icon name="hash" />
        </span>
        {channel?.name ?? strings.unknownChannel}
      </Link>
      <span aria-hidden="true"> › </span>
      <Link to={{ kind: 'topic', ...conversation, near: message.id }} class="topic">
        {topicName(conversation.topic)}
      </Link>
    </p>
  );
}

interface ArticleProps {
  readonly message: Message;
  readonly isTogether: boolean;
  readonly feed: Feed;
}

function Article({ message, isTogether, feed }: ArticleProps) {
  const { id, flags, sender_id: sender } = message;
  const isMention = flags.some((flag) => flag.includes('mentioned'));
  const classes = [
    'message',
    isTogether && 'together',
    isMention && 'mention',
    feed.anchor.value === id && !feed.firstUnread && 'found',
    selected.value === id && 'selected',
  ];
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      data-id={id}
      {...(!flags.includes('read') && { 'data-unread': true })}
      aria-label={strings.messageOf(message.sender_full_name, fullTime(message.timestamp))}
      tabIndex={selected.value === id ? 0 : -1}
      onFocus={() => (selected.value = id)}
    >
      <div class="side">
        {isTogether ? (
          <time class="quiet">{clockTime(message.timestamp)}</time>
        ) : (
          <button
            type="button"
            class="plain"
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => openDialog({ kind: 'profile', userId: sender })}
          >
            <Avatar userId={sender} name={message.sender_full_name} />
          </button>
        )}
      </div>
      <div class="body">
        {!isTogether && !message.is_me_message && <Head message={message} />}
        <Body message={message} />
        <Reactions message={message} />
      </div>
      {editing.value !== id && <MessageTools message={message} feed={feed} />}
    </article>
  );
}

function Head({ message }: { readonly message: Message }) {
  const { sender_id: userId, timestamp } = message;
  return (
    <p class="head">
      <button
        type="button"
        class="plain sender"
        dir="auto"
        onClick={() => openDialog({ kind: 'profile', userId })}
      >
        {nameOf(userId) || message.sender_full_name}
      </button>
      <time class="quiet" dateTime={new Date(timestamp * 1000).toISOString()} title={fullTime(timestamp)}>
        {clockTime(timestamp)}
      </time>
      {message.flags.includes('starred') && <Starred />}
    </p>
  );
}

const Starred = () => (
  <span class="starred" title={strings.starred}>
    <Icon name="star" />
    <span class="unseen">{strings.starred}</span>
  </span>
);

function Body({ message }: { readonly message: Message }) {
  if (editing.value === message.id) return <Editor message={message} />;
  if (mutedPeople.value.has(message.sender_id)) return <p class="quiet">{strings.mutedSender}</p>;
  if (message.submessages.length > 0) return <Widget message={message} />;
  const html = message.match_content ?? message.content;
  return (
    <>
      {message.is_me_message ? (
        <div class="meMessage">
          <strong>{nameOf(message.sender_id)}</strong> <Content html={html.replace('/me', '')} />
        </div>
      ) : (
        <Content html={html} />
      )}
      <Changed message={message} />
    </>
  );
}

function Changed({ message }: { readonly message: Message }) {
  const edited = message.last_edit_timestamp;
  const moved = message.last_moved_timestamp;
  if (edited === undefined && moved === undefined) return null;
  return (
    <button
      type="button"
      class="plain quiet changed"
      onClick={() => openDialog({ kind: 'history', message })}
    >
      {edited === undefined ? strings.moved : strings.edited}
    </button>
  );
}
