/** The heading of a list of messages, with its tools. */
import { useSignal } from '@preact/signals';
import { attempt, client } from '../state/connection.ts';
import { channels, policyOf, settings } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import type { Feed } from '../state/feeds.ts';
import { textOf } from '../state/html.ts';
import { joinOrLeave } from '../state/membership.ts';
import { mayMoveToChannels, mayMoveToTopics, mayResolveTopics } from '../state/permissions.ts';
import type { Route } from '../state/routes.ts';
import { markAllRead } from '../state/messageFlags.ts';
import { isResolved, withResolution, topicName } from '../state/topics.ts';
import { unread } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { PresenceDot } from './avatar.tsx';
import { ChannelIcon, namesOf } from './sidebar.tsx';
import { IconButton } from './icon.tsx';
import { Link } from './link.tsx';
import { Menu, MenuItem } from './menu.tsx';

interface HeadingProps {
  readonly route: Route;
  readonly feed: Feed;
}

export function FeedHeading({ route: at, feed }: HeadingProps) {
  const isUnread = unread.value.size > 0 && at.kind !== 'search';
  return (
    <header class="heading page">
      <Title at={at} />
      <span class="tools">
        {at.kind === 'topic' && <TopicTools channelId={at.channelId} topic={at.topic} feed={feed} />}
        {at.kind === 'channel' && <ChannelTools channelId={at.channelId} />}
        {(at.kind === 'topic' || at.kind === 'channel' || at.kind === 'direct') && (
          <IconButton
            icon="calendar"
            label={strings.date.title}
            onClick={() => openDialog({ kind: 'date', route: at, narrow: feed.narrow })}
          />
        )}
        {isUnread && (
          <IconButton
            icon="check"
            label={strings.markAllRead}
            onClick={() => void attempt(() => markAllRead(feed.narrow))}
          />
        )}
      </span>
    </header>
  );
}

function Title({ at }: { readonly at: Route }) {
  switch (at.kind) {
    case 'topic':
    case 'channel': {
      const channel = channels.value.get(at.channelId);
      return (
        <div class="title">
          <h1 dir="auto">
            {at.kind === 'topic' ? topicName(at.topic) : (channel?.name ?? strings.unknownChannel)}
            {at.kind === 'topic' && isResolved(at.topic) && <span class="tag">{strings.resolved}</span>}
          </h1>
          <p class="quiet" dir="auto">
            {channel && (
              <Link to={{ kind: 'channel', channelId: at.channelId }} class="channelName">
                <ChannelIcon channel={channel} /> {channel.name}
              </Link>
            )}{' '}
            {channel && <span class="about">{textOf(channel.rendered_description)}</span>}
          </p>
        </div>
      );
    }
    case 'direct':
      return (
        <div class="title">
          <h1 dir="auto">
            {at.userIds.length === 1 && <PresenceDot userId={at.userIds[0] ?? -1} />} {namesOf(at.userIds)}
          </h1>
        </div>
      );
    case 'search':
      return (
        <div class="title">
          <h1>{strings.search.results(withNames(at.text))}</h1>
        </div>
      );
    default:
      return (
        <div class="title">
          <h1>{strings.views[at.kind as 'all' | 'mentions' | 'starred']}</h1>
        </div>
      );
  }
}

/** A search as people read it: with names instead of IDs. */
const withNames = (search: string): string =>
  search.replaceAll(
    /(^|[\s-])(sender|dm|dm-including|mentions):([\d,]+)(?=\s|$)/g,
    (_, before: string, operator: string, ids: string) =>
      `${before}${operator}:${namesOf(ids.split(',').filter(Boolean).map(Number))}`,
  );

const MUTED = 1;
const FOLLOWED = 3;

function TopicTools({
  channelId,
  topic,
  feed,
}: {
  readonly channelId: number;
  readonly topic: string;
  readonly feed: Feed;
}) {
  const isOpen = useSignal(false);
  const policy = policyOf(channelId, topic);
  const set = (requested: number): void =>
    void attempt(() =>
      client.call('POST /user_topics', {
        stream_id: channelId,
        topic,
        visibility_policy: policy === requested ? 0 : requested,
      }),
    );
  const resolved = isResolved(topic);
  const isMovable = mayMoveToTopics(channelId) || mayMoveToChannels(channelId);
  const newest = feed.ids.value.at(-1);
  const resolve = (): void =>
    void attempt(() =>
      client.call('PATCH /messages/:message_id', {
        message_id: newest ?? -1,
        topic: withResolution(topic, !resolved),
        propagate_mode: 'change_all',
        send_notification_to_new_thread: true,
      }),
    );
  return (
    <span class="holder">
      <IconButton
        icon="follow"
        label={strings.topic.follow}
        isPressed={policy === FOLLOWED}
        onClick={() => set(FOLLOWED)}
      />
      <IconButton
        icon="mute"
        label={strings.topic.mute}
        isPressed={policy === MUTED}
        onClick={() => set(MUTED)}
      />
      <IconButton icon="more" label={strings.topic.more} onClick={() => (isOpen.value = true)} />
      {isOpen.value && (
        <Menu label={strings.topic.more} onClose={() => (isOpen.value = false)}>
          {newest !== undefined && mayResolveTopics(channelId) && (
            <MenuItem icon="check" onClick={resolve}>
              {resolved ? strings.topic.reopen : strings.topic.resolve}
            </MenuItem>
          )}
          {newest !== undefined && isMovable && (
            <MenuItem
              icon="drafts"
              onClick={() => openDialog({ kind: 'move', moving: { channelId, topic } })}
            >
              {strings.topic.move}
            </MenuItem>
          )}
        </Menu>
      )}
    </span>
  );
}

function ChannelTools({ channelId }: { readonly channelId: number }) {
  const channel = channels.value.get(channelId);
  if (channel === undefined || settings.value === undefined) return null;
  const { isSubscribed } = channel;
  const mute = (): void =>
    void attempt(() =>
      client.call('POST /users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: channelId, property: 'is_muted', value: !channel.is_muted }],
      }),
    );
  return (
    <>
      {isSubscribed && (
        <IconButton
          icon="mute"
          label={strings.channel.mute}
          isPressed={channel.is_muted === true}
          onClick={mute}
        />
      )}
      <button type="button" class={isSubscribed ? '' : 'primary'} onClick={() => joinOrLeave(channel)}>
        {isSubscribed ? strings.channel.leave : strings.channel.join}
      </button>
      <Link
        to={{ kind: 'settings', page: `channel-${channelId}` }}
        class="iconButton"
        title={strings.channel.settings}
      >
        <span class="unseen">{strings.channel.settings}</span>
        <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 12h3M17 12h3M12 4v3M12 17v3" />
        </svg>
      </Link>
    </>
  );
}
