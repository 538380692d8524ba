/** Dialogs for beginning a conversation, for writing later, and for what one is doing. */
import { useState } from 'preact/hooks';
import { attempt, client, showNotice } from '../state/connection.ts';
import { peopleByName } from '../state/completion.ts';
import { myId, nameOf, statuses } from '../state/data.ts';
import { closeDialog } from '../state/dialogs.ts';
import { navigate } from '../state/routes.ts';
import { type Conversation, otherUserIds } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { Avatar } from './avatar.tsx';
import { DialogBox, DialogForm } from './dialog.tsx';
import { secondsOf, WhenField } from './messageDialogs.tsx';

const OFFERED = 8;

export function NewMessageDialog() {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [text, setText] = useState('');
  const found = peopleByName(text).filter(({ user_id: id }) => !chosen.includes(id));
  function choose(id: number): void {
    setChosen([...chosen, id]);
    setText('');
  }
  function open(): void {
    const ids = chosen.length > 0 ? chosen : found.slice(0, 1).map(({ user_id: id }) => id);
    if (ids.length === 0) return;
    closeDialog();
    navigate({ kind: 'direct', userIds: otherUserIds(ids) });
  }
  return (
    <DialogBox title={strings.newDirect}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== '' && found[0]) choose(found[0].user_id);
          else open();
        }}
      >
        <p class="chosen">
          {chosen.map((id) => (
            <button
              type="button"
              key={id}
              class="chip"
              onClick={() => setChosen(chosen.filter((each) => each !== id))}
            >
              {nameOf(id)} <span aria-hidden="true">×</span>
              <span class="unseen"> {strings.remove}</span>
            </button>
          ))}
        </p>
        <input
          type="search"
          value={text}
          autofocus
          aria-label={strings.people.find}
          placeholder={strings.people.find}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <ul class="choices">
          {found.slice(0, OFFERED).map(({ user_id: id, full_name: name }) => (
            <li key={id}>
              <button type="button" class="row plain" onClick={() => choose(id)}>
                <Avatar userId={id} name={name} size="small" />
                <span dir="auto">{name}</span>
                {id === myId.value && <span class="quiet">{strings.yourself}</span>}
              </button>
            </li>
          ))}
        </ul>
        <p class="buttons">
          <button type="button" class="primary" disabled={chosen.length === 0} onClick={open}>
            {strings.openConversation}
          </button>
        </p>
      </form>
    </DialogBox>
  );
}

interface ScheduleProps {
  readonly conversation: Conversation;
  readonly content: string;
  readonly onDone: () => void;
}

export function ScheduleDialog({ conversation, content, onDone }: ScheduleProps) {
  async function schedule(form: FormData): Promise<boolean> {
    const destination =
      'channelId' in conversation
        ? { type: 'channel' as const, to: String(conversation.channelId), topic: conversation.topic }
        : { type: 'direct' as const, to: JSON.stringify(conversation.userIds) };
    const when = secondsOf(form.get('when'));
    const worked = await attempt(() =>
      client.call('POST /scheduled_messages', {
        ...destination,
        content,
        scheduled_delivery_timestamp: when,
      }),
    );
    if (worked) {
      onDone();
      showNotice(strings.compose.scheduled);
    }
    return worked;
  }
  return (
    <DialogBox title={strings.compose.schedule}>
      <DialogForm button={strings.compose.schedule} onSubmit={schedule}>
        <WhenField />
      </DialogForm>
    </DialogBox>
  );
}

export function StatusDialog() {
  const status = statuses.value.get(myId.value);
  const save = (form: FormData): Promise<boolean> =>
    attempt(() =>
      client.call('POST /users/me/status', {
        status_text: String(form.get('text')),
        emoji_name: String(form.get('emoji')),
      }),
    );
  return (
    <DialogBox title={strings.status.title}>
      <DialogForm button={strings.save} onSubmit={save}>
        <label>
          {strings.status.text}
          <input name="text" maxLength={60} defaultValue={status?.status_text ?? ''} dir="auto" autofocus />
        </label>
        <label>
          {strings.status.emoji}
          <input
            name="emoji"
            defaultValue={status?.emoji_name ?? ''}
            placeholder="coffee"
            autocapitalize="none"
          />
        </label>
      </DialogForm>
    </DialogBox>
  );
}
