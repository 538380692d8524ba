/** Tools of a message, shown where the pointer or the focus is. */
import { useSignal } from '@preact/signals';
import { copyLink } from '../state/clipboard.ts';
import { client } from '../state/connection.ts';
import { isMine, type Message, snapshot } from '../state/data.ts';
import { confirm, editing, type Moving, openDialog } from '../state/dialogs.ts';
import { USUAL } from '../state/emoji.ts';
import type { Feed } from '../state/feeds.ts';
import { mayMove } from '../state/permissions.ts';
import { navigate, routePath, type Route } from '../state/routes.ts';
import { quote } from '../state/quote.ts';
import { markUnreadFrom, react, star } from '../state/messageFlags.ts';
import { conversationKey, conversationOf } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { Icon, IconButton } from './icon.tsx';
import { Link } from './link.tsx';
import { Menu, MenuItem } from './menu.tsx';

interface ToolsProps {
  readonly message: Message;
  readonly feed: Feed;
}

export function MessageTools({ message, feed }: ToolsProps) {
  const isOpen = useSignal(false);
  const { id } = message;
  return (
    <div class={`messageTools${isOpen.value ? ' open' : ''}`}>
      <IconButton
        icon="smile"
        label={strings.message.react}
        onClick={() => openDialog({ kind: 'emoji', onPick: (name) => void react(id, name) })}
      />
      <IconButton icon="reply" label={strings.message.quote} onClick={() => void quote(message)} />
      {isMine(message) && (
        <IconButton icon="drafts" label={strings.message.edit} onClick={() => (editing.value = id)} />
      )}
      <span class="holder">
        <IconButton icon="more" label={strings.message.more} onClick={() => (isOpen.value = !isOpen.value)} />
        {isOpen.value && <MessageMenu message={message} feed={feed} onClose={() => (isOpen.value = false)} />}
      </span>
    </div>
  );
}

/** The route of a message in its conversation. */
export function routeOfMessage(message: Message): Route {
  const conversation = conversationOf(message);
  return 'channelId' in conversation
    ? { kind: 'topic', ...conversation, near: message.id }
    : { kind: 'direct', ...conversation, near: message.id };
}

const movingOf = ({ id, stream_id: channelId = -1, subject }: Message): Moving => ({
  channelId,
  topic: subject,
  messageId: id,
});

function MessageMenu({ message, feed, onClose }: ToolsProps & { readonly onClose: () => void }) {
  const { id, flags } = message;
  const isStarred = flags.includes('starred');
  const isAdministrator = snapshot.value.is_admin === true;
  return (
    <Menu label={strings.message.more} onClose={onClose}>
      <p class="usual">
        {USUAL.map((name) => (
          <button type="button" key={name} class="plain" title={name} onClick={() => void react(id, name)}>
            {USUAL_TEXT[name]}
            <span class="unseen">{name}</span>
          </button>
        ))}
      </p>
      <MenuItem icon="star" onClick={() => void star(id, !isStarred)}>
        {isStarred ? strings.message.unstar : strings.message.star}
      </MenuItem>
      <MenuItem icon="inbox" onClick={() => void markUnreadFrom(id, feed.narrow)}>
        {strings.message.unread}
      </MenuItem>
      {feed.key !== conversationKey(conversationOf(message)) && (
        <MenuItem icon="all" onClick={() => navigate(routeOfMessage(message))}>
          {strings.message.open}
        </MenuItem>
      )}
      <MenuItem
        icon="clip"
        onClick={() => void copyLink(location.origin + routePath(routeOfMessage(message)))}
      >
        {strings.message.copyLink}
      </MenuItem>
      <MenuItem icon="clock" onClick={() => openDialog({ kind: 'remind', message })}>
        {strings.message.remind}
      </MenuItem>
      <MenuItem icon="eye" onClick={() => openDialog({ kind: 'receipts', message })}>
        {strings.message.receipts}
      </MenuItem>
      {mayMove(message) && (
        <MenuItem icon="recent" onClick={() => openDialog({ kind: 'move', moving: movingOf(message) })}>
          {strings.message.move}
        </MenuItem>
      )}
      {(isMine(message) || isAdministrator) && (
        <MenuItem icon="close" onClick={() => askToDelete(message)}>
          {strings.message.delete}
        </MenuItem>
      )}
      {snapshot.value.is_owner && (
        <Link to={{ kind: 'record', page: `message-${id}` }} class="menuItem">
          <Icon name="record" />
          {strings.message.story}
        </Link>
      )}
    </Menu>
  );
}

const USUAL_TEXT: Readonly<Record<string, string>> = {
  '+1': '👍',
  heart: '❤️',
  joy: '😂',
  tada: '🎉',
  eyes: '👀',
  white_check_mark: '✅',
};

function askToDelete({ id }: Message): void {
  const { delete: button, deleteHint: hint } = strings.message;
  const work = () => client.call('DELETE /messages/:message_id', { message_id: id });
  confirm({ title: button, hint, button, work });
}
