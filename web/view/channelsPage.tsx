/** All channels that one may join. */
import { useState } from 'preact/hooks';
import { fitting } from '../state/completion.ts';
import { type Channel, channels, snapshot } from '../state/data.ts';
import { openDialog } from '../state/dialogs.ts';
import { textOf } from '../state/html.ts';
import { joinOrLeave } from '../state/membership.ts';
import { strings } from '../strings.ts';
import { ChannelIcon } from './sidebar.tsx';
import { Link } from './link.tsx';
import { PageHeading } from './recentPage.tsx';

export function ChannelsPage() {
  const [query, setQuery] = useState('');
  const open = [...channels.value.values()].filter((channel) => !channel.is_archived);
  const list = fitting(open, query, ({ name }) => name);
  return (
    <div class="listPage">
      <PageHeading title={strings.channels} hint={strings.channel.hint} />
      <p class="toolbar">
        <input
          type="search"
          aria-label={strings.channel.find}
          placeholder={strings.channel.find}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {snapshot.value.can_create_streams && (
          <button type="button" class="primary" onClick={() => openDialog({ kind: 'newChannel' })}>
            {strings.channel.create}
          </button>
        )}
      </p>
      {list.length === 0 && (
        <p class="empty">{query === '' ? strings.channel.none : strings.channel.nothing}</p>
      )}
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
        <span class="quiet">{strings.channel.people(count)}</span>
      </Link>
      <button type="button" class={isSubscribed ? '' : 'primary'} onClick={() => joinOrLeave(channel)}>
        {isSubscribed ? strings.channel.leave : strings.channel.join}
        <span class="unseen"> {name}</span>
      </button>
    </li>
  );
}
