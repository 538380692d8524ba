/** The page of drafts and scheduled messages. */
import { attempt, client } from '../state/connection.ts';
import { type Draft, drafts, type Scheduled, scheduled } from '../state/data.ts';
import { conversationOfDraft } from '../state/drafts.ts';
import { type Conversation, otherUserIds } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { Icon, IconButton } from './icon.tsx';
import { Link } from './link.tsx';
import { ConversationTitle, PageHeading, routeOfConversation } from './recentPage.tsx';
import { fullTime, shortTime } from './times.ts';

export function DraftsPage() {
  const begun = [...drafts.value.values()].sort((one, other) => other.timestamp - one.timestamp);
  const later = [...scheduled.value.values()];
  return (
    <div class="listPage">
      <PageHeading title={strings.views.drafts} hint={strings.drafts.hint} />
      {begun.length + later.length === 0 && (
        <div class="empty">
          <p>{strings.drafts.empty}</p>
        </div>
      )}
      {later.length > 0 && <h2>{strings.drafts.scheduled}</h2>}
      <ul class="conversations">
        {later.map((each) => (
          <ScheduledRow key={each.scheduled_message_id} message={each} />
        ))}
      </ul>
      {later.length > 0 && begun.length > 0 && <h2>{strings.drafts.begun}</h2>}
      <ul class="conversations">
        {begun.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </div>
  );
}

function DraftRow({ draft }: { readonly draft: Draft }) {
  const conversation = conversationOfDraft(draft);
  const remove = (): void =>
    void attempt(() => client.call('DELETE /drafts/:draft_id', { draft_id: draft.id }));
  return (
    <li>
      <Link to={conversation ? routeOfConversation(conversation) : { kind: 'inbox' }} class="conversation">
        <span class="name">
          {conversation && <ConversationTitle conversation={conversation} />}
          <span class="excerpt quiet" dir="auto">
            {draft.content.slice(0, 200)}
          </span>
        </span>
        <time class="quiet">{shortTime(draft.timestamp)}</time>
      </Link>
      <IconButton icon="close" label={strings.remove} onClick={remove} />
    </li>
  );
}

function ScheduledRow({ message }: { readonly message: Scheduled }) {
  const { to } = message;
  const conversation: Conversation =
    typeof to === 'number' ? { channelId: to, topic: message.topic ?? '' } : { userIds: otherUserIds(to) };
  const cancel = (): void =>
    void attempt(() =>
      client.call('DELETE /scheduled_messages/:scheduled_message_id', {
        scheduled_message_id: message.scheduled_message_id,
      }),
    );
  return (
    <li>
      <Link to={routeOfConversation(conversation)} class="conversation">
        <Icon name="clock" />
        <span class="name">
          <ConversationTitle conversation={conversation} />
          <span class="excerpt quiet" dir="auto">
            {message.failed ? `${strings.drafts.failed} ` : ''}
            {message.content.slice(0, 200)}
          </span>
        </span>
        <time class="quiet">{fullTime(message.scheduled_delivery_timestamp)}</time>
      </Link>
      <IconButton icon="close" label={strings.cancel} onClick={cancel} />
    </li>
  );
}
