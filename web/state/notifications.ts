/** Notifications of the system, and the count in the tab. */
import { effect } from '@preact/signals';
import { strings } from '../strings.ts';
import { channels, isMuted, type Message, mutedPeople, policyOf, settings, snapshot } from './data.ts';
import { textOf } from './html.ts';
import { navigate } from './routes.ts';
import { conversationOf, unreadTotal } from './unread.ts';

/** The browser's permission: not requested yet, granted or denied. */
export const permission = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

export const askPermission = (): Promise<NotificationPermission> => Notification.requestPermission();

/** Whether the reader is to be notified of a message. */
function shouldNotify({
  type,
  flags,
  stream_id: channelId = -1,
  subject,
  sender_id: sender,
}: Message): boolean {
  const userSettings = settings.peek();
  if (flags.includes('read') || mutedPeople.peek().has(sender)) return false;
  if (type === 'private' || flags.includes('mentioned'))
    return userSettings?.enable_desktop_notifications !== false;
  if (isMuted(channelId, subject)) return false;
  if (policyOf(channelId, subject) === 3)
    return userSettings?.enable_followed_topic_desktop_notifications !== false;
  const own = channels.peek().get(channelId)?.desktop_notifications;
  return own ?? userSettings?.enable_stream_desktop_notifications === true;
}

/** Seconds after which a message is no news: it came while nobody was connected. */
const NEWS_SECONDS = 120;

/** Notifies the reader of a new message, if they want it and do not look at the page. */
export function notifyOf(message: Message): void {
  if (Date.now() / 1000 - message.timestamp > NEWS_SECONDS) return;
  if (permission() !== 'granted' || document.hasFocus() || !shouldNotify(message)) return;
  const conversation = conversationOf(message);
  const conversationName =
    'channelId' in conversation
      ? `${channels.peek().get(conversation.channelId)?.name ?? ''} › ${conversation.topic}`
      : '';
  const shows = message.type === 'stream' || settings.peek()?.pm_content_in_desktop_notifications !== false;
  const notification = new Notification(
    [message.sender_full_name, conversationName].filter(Boolean).join(', '),
    {
      body: shows ? textOf(message.content) : '',
      tag: String(message.id),
    },
  );
  notification.onclick = () => {
    focus();
    navigate(
      'channelId' in conversation ? { kind: 'topic', ...conversation } : { kind: 'direct', ...conversation },
    );
    notification.close();
  };
}

/** Keeps the title of the page. */
export function startTitle(): void {
  effect(() => {
    const count = unreadTotal.value;
    const name = snapshot.value.realm_name ?? strings.product;
    document.title = count > 0 ? `(${count}) ${name}` : name;
  });
}
