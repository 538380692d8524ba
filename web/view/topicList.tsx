/** The topics of the channel that is open: the newest, and all of them by name. */
import { useSignal } from '@preact/signals';
import { fitting } from '../state/completion.ts';
import { isMuted } from '../state/data.ts';
import { currentRoute } from '../state/routes.ts';
import { isResolved, topics, topicName } from '../state/topics.ts';
import { unreadIn } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { Count } from './count.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

const NEWEST = 8;
/** Rows at most: of thousands of topics one finds one by its name. */
const MAX_TOPICS = 100;

export function TopicList({ channelId }: { readonly channelId: number }) {
  const isLong = useSignal(false);
  const query = useSignal('');
  const known = topics.value.get(channelId) ?? [];
  const at = currentRoute.value;
  const isShown = (name: string): boolean =>
    unreadIn({ channelId, topic: name }) > 0 ||
    (at.kind === 'topic' && at.topic.toLowerCase() === name.toLowerCase());
  const found = isLong.value
    ? query.value === ''
      ? known
      : fitting(known, query.value, ({ name }) => name)
    : known.filter(({ name }, index) => index < NEWEST || isShown(name));
  const list = found.slice(0, MAX_TOPICS);
  function turn(): void {
    isLong.value = !isLong.value;
    query.value = '';
  }
  return (
    <>
      {isLong.value && (
        <input
          type="search"
          class="topicSearch"
          autofocus
          aria-label={strings.topic.find}
          placeholder={strings.topic.find}
          onInput={(event) => (query.value = event.currentTarget.value)}
        />
      )}
      <ul class="topics">
        {list.map(({ name }) => (
          <TopicRow key={name} channelId={channelId} topic={name} />
        ))}
        {isLong.value && found.length > list.length && (
          <li class="quiet hint">{strings.topic.others(found.length - list.length)}</li>
        )}
        {(isLong.value || known.length > list.length) && (
          <li>
            <button type="button" class="row plain" aria-expanded={isLong.value} onClick={turn}>
              {isLong.value ? strings.topic.fewer : strings.allTopics(known.length)}
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

function TopicRow({ channelId, topic }: { readonly channelId: number; readonly topic: string }) {
  const at = currentRoute.value;
  const isCurrent =
    at.kind === 'topic' && at.channelId === channelId && at.topic.toLowerCase() === topic.toLowerCase();
  const muted = isMuted(channelId, topic);
  return (
    <li>
      <Link
        to={{ kind: 'topic', channelId, topic }}
        class={`row${muted ? ' muted' : ''}`}
        isCurrent={isCurrent}
        title={topicName(topic)}
      >
        {isResolved(topic) && <Icon name="check" />}
        <span class="name" dir="auto">
          {topicName(topic)}
        </span>
        <Count of={unreadIn({ channelId, topic })} isQuiet={muted} />
      </Link>
    </li>
  );
}
