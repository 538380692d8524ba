/** Applies each event of the queue: to the state, then to what the page keeps beside it. */
import {
  applyToMessage,
  changedMessageIds,
  type ClientEvent,
  type EventNamed,
  type MessageChange,
} from '@hansard/client';
import { batch } from '@preact/signals';
import { myId, updateState } from './data.ts';
import { allFeeds, applyToFeeds, changeMessage, loadedIds, messageSignal, putMessage } from './feeds.ts';
import { notifyOf } from './notifications.ts';
import { settle } from './outbox.ts';
import { currentRoute, navigate } from './routes.ts';
import { forgetTopic, refreshTopics, touchTopic } from './topics.ts';
import { stopTyping, takeTyping } from './typing.ts';
import { conversationKey, conversationOf } from './unread.ts';

/** Takes one event, or one that is expected. */
export const takeEvent = (event: ClientEvent): void =>
  batch(() => {
    updateState(event);
    switch (event.type) {
      case 'message':
        takeMessage(event);
        break;
      case 'update_message':
        changeMessages(event);
        if ('propagate_mode' in event) takeMove(event);
        break;
      case 'update_message_flags':
      case 'reaction':
      case 'submessage':
        changeMessages(event);
        break;
      case 'delete_message': {
        const gone = new Set('message_ids' in event ? event.message_ids : [event.message_id]);
        applyToFeeds(() => {
          for (const feed of allFeeds()) feed.drop(gone);
        });
        break;
      }
      case 'typing':
        takeTyping(event);
        break;
      default:
    }
  });

function takeMessage({ message: sent, flags, local_message_id: localId }: EventNamed<'message'>): void {
  const message = { ...sent, flags };
  applyToFeeds(() => {
    if (messageSignal(message.id) === undefined) putMessage(message);
    for (const feed of allFeeds()) feed.take(message);
  });
  settle(message.id, localId);
  stopTyping(message.sender_id);
  const conversation = conversationOf(message);
  if ('channelId' in conversation) touchTopic(conversation.channelId, conversation.topic, message.id);
  if (message.sender_id !== myId.peek()) notifyOf(message);
}

function changeMessages(event: MessageChange): void {
  applyToFeeds(() => {
    for (const id of changedMessageIds(event) ?? loadedIds())
      changeMessage(id, (message) => applyToMessage(message, event));
  });
}

type Move = Extract<MessageChange, { readonly propagate_mode: string }>;

/** Messages have gone to another topic or channel; the page follows a whole topic that it shows. */
function takeMove({ message_ids: ids, propagate_mode: mode, ...event }: Move): void {
  const from = { channelId: event.stream_id, topic: event.orig_subject };
  const to = { channelId: event.new_stream_id ?? from.channelId, topic: event.subject ?? from.topic };
  touchTopic(to.channelId, to.topic, Math.max(...ids));
  if (mode !== 'change_all') refreshTopics(from.channelId);
  else if (conversationKey(from) !== conversationKey(to)) {
    forgetTopic(from.channelId, from.topic);
    const at = currentRoute.peek();
    if (at.kind === 'topic' && conversationKey(at) === conversationKey(from))
      navigate({ kind: 'topic', ...to }, { replace: true });
  }
  applyToFeeds(() => {
    for (const feed of allFeeds()) feed.review(ids);
  });
}
