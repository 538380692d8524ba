/** The left column: views, channels in their folders with the topics of the open one, and direct conversations. */
import { useEffect } from 'preact/hooks';
import {
  type Channel,
  compare,
  directs,
  drafts,
  folders,
  nameOf,
  people,
  scheduled,
  snapshot,
  starred,
  subscribed,
} from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { currentRoute } from '../state/routes.ts';
import { loadTopics } from '../state/topics.ts';
import { inbox, unreadByChannel, unreadIn, unreadMentions, unreadTotal } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { PresenceDot } from './avatar.tsx';
import { Count } from './count.tsx';
import { Icon, IconButton, type IconName } from './icon.tsx';
import { Link } from './link.tsx';
import { TopicList } from './topicList.tsx';
import { UserMenu } from './userMenu.tsx';

export function Sidebar() {
  return (
    <nav class="column" aria-label={strings.column}>
      <header class="organization">
        <img
          src={snapshot.value.realm_icon_url ?? '/icons/organization.svg?version=1'}
          alt=""
          width="28"
          height="28"
        />
        <span class="name">{snapshot.value.realm_name}</span>
      </header>
      <div class="scroll">
        <Views />
        <DirectList />
        <ChannelList />
      </div>
      <UserMenu />
    </nav>
  );
}

type Simple = 'inbox' | 'recent' | 'all' | 'mentions' | 'starred' | 'drafts';

function Views() {
  const views: readonly (readonly [Simple, IconName, string, number])[] = [
    ['inbox', 'inbox', strings.views.inbox, unreadTotal.value],
    ['recent', 'recent', strings.views.recent, 0],
    ['all', 'all', strings.views.all, 0],
    ['mentions', 'mentions', strings.views.mentions, unreadMentions.value.size],
    ['starred', 'star', strings.views.starred, 0],
    ['drafts', 'drafts', strings.views.drafts, 0],
  ];
  return (
    <ul class="views">
      {views.map(([kind, icon, name, count]) => (
        <li key={kind}>
          <Link to={{ kind }} class="row" isCurrent={currentRoute.value.kind === kind}>
            <Icon name={icon} />
            <span class="name">{name}</span>
            <Count of={count} />
            {kind === 'starred' && <Kept of={starred.value.size} />}
            {kind === 'drafts' && <Kept of={drafts.value.size + scheduled.value.size} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const Kept = ({ of }: { readonly of: number }) => (of === 0 ? null : <span class="quiet">{of}</span>);

const SHOWN_DIRECTS = 8;

function DirectList() {
  const all = [...directs.value].sort(([, one], [, other]) => other - one).map(([key]) => key);
  const unread = inbox.value.flatMap(({ conversation }) =>
    'userIds' in conversation ? [conversation.userIds.join()] : [],
  );
  const keys = [...new Set([...unread, ...all.slice(0, SHOWN_DIRECTS)])];
  return (
    <section aria-labelledby="directs">
      <div class="heading">
        <h2 id="directs">{strings.directMessages}</h2>
        <IconButton
          icon="plus"
          label={strings.newDirect}
          onClick={() => openDialog({ kind: 'newMessage' })}
        />
      </div>
      {keys.length === 0 && <p class="quiet hint">{strings.noDirects}</p>}
      <ul>
        {keys.map((key) => (
          <DirectRow key={key} userIds={key === '' ? [] : key.split(',').map(Number)} />
        ))}
      </ul>
    </section>
  );
}

function DirectRow({ userIds }: { readonly userIds: readonly number[] }) {
  const at = currentRoute.value;
  const isCurrent = at.kind === 'direct' && at.userIds.join() === userIds.join();
  return (
    <li>
      <Link to={{ kind: 'direct', userIds }} class="row" isCurrent={isCurrent} title={namesOf(userIds)}>
        {userIds.length === 1 ? <PresenceDot userId={userIds[0] ?? -1} /> : <Icon name="people" />}
        <span class="name" dir="auto">
          {namesOf(userIds)}
        </span>
        <Count of={unreadIn({ userIds })} />
      </Link>
    </li>
  );
}

/** Names of the people of a conversation. */
export const namesOf = (userIds: readonly number[]): string =>
  userIds.map((id) => (people.value.has(id) ? nameOf(id) : strings.stranger)).join(', ');

function ChannelList() {
  const inFolders = new Map<number | null, Channel[]>();
  for (const channel of subscribed.value) {
    const folder = channel.pin_to_top ? -1 : (channel.folder_id ?? null);
    inFolders.set(folder, [...(inFolders.get(folder) ?? []), channel]);
  }
  const order = [...folders.value.values()].sort((one, other) => one.order - other.order);
  const sections: readonly (readonly [number | null, string])[] = [
    [-1, strings.pinned],
    ...order.map(({ id, name }) => [id, name] as const),
    [null, inFolders.size > 1 ? strings.otherChannels : strings.channels],
  ];
  return (
    <>
      {sections.map(([id, name]) => {
        const list = inFolders.get(id) ?? [];
        return list.length > 0 || id === null ? (
          <FolderSection key={String(id)} id={id} name={name} list={list} />
        ) : null;
      })}
    </>
  );
}

interface FolderProps {
  readonly id: number | null;
  readonly name: string;
  readonly list: readonly Channel[];
}

function FolderSection({ id, name, list }: FolderProps) {
  const headingId = `folder${id ?? 'less'}`;
  return (
    <section aria-labelledby={headingId}>
      <div class="heading">
        <h2 id={headingId} dir="auto">
          {name}
        </h2>
        {id === null && (
          <Link to={{ kind: 'channels' }} class="iconButton" title={strings.browseChannels}>
            <Icon name="plus" />
            <span class="unseen">{strings.browseChannels}</span>
          </Link>
        )}
      </div>
      {list.length === 0 && <p class="quiet hint">{strings.noChannels}</p>}
      <ul>
        {[...list]
          .sort(
            (one, other) => Number(one.is_muted) - Number(other.is_muted) || compare(one.name, other.name),
          )
          .map((channel) => (
            <ChannelRow key={channel.stream_id} channel={channel} />
          ))}
      </ul>
    </section>
  );
}

/** Before its name: what kind of channel it is. */
export const ChannelIcon = ({ channel }: { readonly channel: Channel }) => (
  <Icon name={channel.invite_only ? 'lock' : channel.is_web_public ? 'globe' : 'hash'} />
);

function ChannelRow({ channel }: { readonly channel: Channel }) {
  const { stream_id: channelId, name } = channel;
  const at = currentRoute.value;
  const isOpen = (at.kind === 'channel' || at.kind === 'topic') && at.channelId === channelId;
  useEffect(() => {
    if (isOpen) void loadTopics(channelId);
  }, [isOpen, channelId]);
  return (
    <li>
      <Link
        to={{ kind: 'channel', channelId }}
        class={`row${channel.is_muted ? ' muted' : ''}`}
        isCurrent={at.kind === 'channel' && isOpen}
        title={name}
      >
        <span class="channelIcon" style={{ color: channel.color }}>
          <ChannelIcon channel={channel} />
        </span>
        <span class="name" dir="auto">
          {name}
        </span>
        <Count of={unreadByChannel.value.get(channelId) ?? 0} isQuiet={channel.is_muted === true} />
      </Link>
      {isOpen && <TopicList channelId={channelId} />}
    </li>
  );
}
