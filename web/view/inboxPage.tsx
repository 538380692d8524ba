/** Conversations with something unread. */
import { useState } from 'preact/hooks';
import { channels, nameOf, snapshot, subscribed } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { navigate } from '../state/routes.ts';
import { markSeen } from '../state/messageFlags.ts';
import { conversationKey, inbox, type UnreadConversation } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { Avatar } from './avatar.tsx';
import { Count } from './count.tsx';
import { Icon, IconButton } from './icon.tsx';
import { Link } from './link.tsx';
import { ConversationName, PageHeading, routeOfConversation } from './recentPage.tsx';

/** Conversations of one channel, or all direct ones. */
interface InboxGroup {
  readonly channelId: number | undefined;
  readonly entries: readonly UnreadConversation[];
}

function inboxGroups(): readonly InboxGroup[] {
  const byChannel = new Map<number | undefined, UnreadConversation[]>();
  for (const entry of inbox.value) {
    const channelId = 'channelId' in entry.conversation ? entry.conversation.channelId : undefined;
    const entries = byChannel.get(channelId);
    if (entries) entries.push(entry);
    else byChannel.set(channelId, [entry]);
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
      <PageHeading title={strings.views.inbox} hint={strings.inbox.hint} />
      {groups.length === 0 && (
        <div class="empty">
          <Icon name="check" />
          <p>{strings.inbox.empty}</p>
          <p class="quiet">{strings.inbox.emptyHint}</p>
          {subscribed.value.length === 0 && <FirstSteps />}
        </div>
      )}
      {groups.map((group) => (
        <InboxSection key={String(group.channelId)} group={group} />
      ))}
    </div>
  );
}

/** Suggestions for somebody who is in no channel. */
const FirstSteps = () => (
  <p class="buttons">
    <button type="button" class="primary" onClick={() => navigate({ kind: 'channels' })}>
      {strings.browseChannels}
    </button>
    {snapshot.value.can_invite_others_to_realm && (
      <button type="button" onClick={() => openDialog({ kind: 'invite' })}>
        {strings.invite.title}
      </button>
    )}
  </p>
);

/** Rows of one channel at first, and how many more at a time. */
const SHOWN = 20;
const MORE = 100;

function InboxSection({ group: { channelId, entries } }: { readonly group: InboxGroup }) {
  const [most, setMost] = useState(SHOWN);
  const left = entries.length - most;
  return (
    <section class="group">
      <h2 dir="auto">
        {channelId === undefined ? strings.directMessages : <ChannelHeading channelId={channelId} />}
      </h2>
      <ul class="conversations">
        {entries.slice(0, most).map((entry) => (
          <InboxRow key={conversationKey(entry.conversation)} entry={entry} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" class="plain quiet" onClick={() => setMost(most + MORE)}>
          {strings.more(Math.min(left, MORE))}
        </button>
      )}
    </section>
  );
}

const ChannelHeading = ({ channelId }: { readonly channelId: number }) => {
  const channel = channels.value.get(channelId);
  return (
    <Link to={{ kind: 'channel', channelId }}>
      <span style={{ color: channel?.color }}>
        <Icon name="hash" />
      </span>
      {channel?.name ?? strings.unknownChannel}
    </Link>
  );
};

function InboxRow({ entry: { conversation, ids } }: { readonly entry: UnreadConversation }) {
  return (
    <li>
      <Link to={routeOfConversation(conversation)} class="conversation">
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
      <IconButton icon="check" label={strings.markRead} onClick={() => markSeen([...ids])} />
    </li>
  );
}
