/** All channels that one may join. */
import { useState } from 'preact/hooks';
import { fitting } from '../state/completion.ts';
import { type Channel, channels, snapshot } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { textOf } from '../state/html.ts';
import { joinOrLeave } from '../state/membership.ts';
import { words } from '../strings.ts';
import { ChannelIcon } from './sidebar.tsx';
import { Link } from './link.tsx';
import { PageHeading } from './recentPage.tsx';

export function ChannelsPage() {
  const [wanted, setWanted] = useState('');
  const open = [...channels.value.values()].filter((channel) => !channel.is_archived);
  const list = fitting(open, wanted, ({ name }) => name);
  return (
    <div class="listPage">
      <PageHeading title={words.channels} hint={words.channel.hint} />
      <p class="toolbar">
        <input
          type="search"
          aria-label={words.channel.find}
          placeholder={words.channel.find}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        {snapshot.value.can_create_streams && (
          <button type="button" class="primary" onClick={() => openDialog({ kind: 'newChannel' })}>
            {words.channel.create}
          </button>
        )}
      </p>
      {list.length === 0 && <p class="empty">{wanted === '' ? words.channel.none : words.channel.nothing}</p>}
      <ul class="conversations">
        {list.map((channel) => (
          <Row key={channel.stream_id} channel={channel} />
        ))}
      </ul>
    </div>
  );
}

function Row({ channel }: { readonly channel: Channel }) {
  const {
    name,
    stream_id: channelId,
    isSubscribed,
    rendered_description: about,
    subscriber_count: count,
  } = channel;
  return (
    <li>
      <Link to={{ kind: 'channel', channelId }} class="conversation">
        <span style={{ color: channel.color }}>
          <ChannelIcon channel={channel} />
        </span>
        <span class="name">
          <strong dir="auto">{name}</strong>
          <span class="excerpt quiet" dir="auto">
            {textOf(about)}
          </span>
        </span>
        <span class="quiet">{words.channel.people(count)}</span>
      </Link>
      <button type="button" class={isSubscribed ? '' : 'primary'} onClick={() => joinOrLeave(channel)}>
        {isSubscribed ? words.channel.leave : words.channel.join}
        <span class="unseen"> {name}</span>
      </button>
    </li>
  );
}
