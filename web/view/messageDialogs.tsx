/** Dialogs about one message. */
import { useEffect, useState } from 'preact/hooks';
import { attempt, client, reasonOf, say } from '../state/connection.ts';
import { compare, type Message, subscribed } from '../state/data.ts';
import { go } from '../state/places.ts';
import { words } from '../words.ts';
import { namesOf } from './column.tsx';
import { DialogBox, DialogForm } from './dialog.tsx';

interface MessageProps {
  readonly message: Message;
}

export const DeleteDialog = ({ message: { id } }: MessageProps) => (
  <DialogBox title={words.message.delete}>
    <DialogForm
      button={words.message.delete}
      isDangerous
      onSubmit={() => attempt(() => client.call('DELETE /messages/:message_id', { message_id: id }))}
    >
      <p>{words.message.deleteHint}</p>
    </DialogForm>
  </DialogBox>
);

export function ReceiptsDialog({ message: { id } }: MessageProps) {
  const [readers, setReaders] = useState<readonly number[] | undefined>(undefined);
  const [fault, setFault] = useState('');
  useEffect(() => {
    client
      .call('GET /messages/:message_id/read_receipts', { message_id: id })
      .then((answer) => setReaders(answer.user_ids))
      .catch((error: unknown) => setFault(reasonOf(error)));
  }, [id]);
  const text =
    readers === undefined ? words.loading : readers.length === 0 ? words.message.noReaders : namesOf(readers);
  return (
    <DialogBox title={words.message.receipts}>
      <p>{fault || text}</p>
    </DialogBox>
  );
}

const MODES = ['change_one', 'change_later', 'change_all'] as const;

export function MoveDialog({ message }: MessageProps) {
  const channelId = message.stream_id ?? -1;
  async function move(form: FormData): Promise<boolean> {
    const topic = String(form.get('topic')).trim();
    const to = Number(form.get('channel'));
    const worked = await attempt(() =>
      client.call('PATCH /messages/:message_id', {
        ...{ message_id: message.id, propagate_mode: form.get('mode') as (typeof MODES)[number] },
        topic: topic === message.subject ? undefined : topic,
        stream_id: to === channelId ? undefined : to,
      }),
    );
    if (worked) go({ kind: 'topic', channelId: to, topic, near: message.id });
    return worked;
  }
  return (
    <DialogBox title={words.message.move}>
      <DialogForm button={words.message.moveButton} onSubmit={move}>
        <label>
          {words.channels}
          <select name="channel">
            {[...subscribed.value]
              .sort((one, other) => compare(one.name, other.name))
              .map(({ stream_id: id, name }) => (
                <option key={id} value={id} selected={id === channelId}>
                  {name}
                </option>
              ))}
          </select>
        </label>
        <label>
          {words.compose.topic}
          <input name="topic" defaultValue={message.subject} maxLength={60} dir="auto" />
        </label>
        <label>
          {words.message.which}
          <select name="mode">
            {MODES.map((mode) => (
              <option key={mode} value={mode}>
                {words.message.modes[mode]}
              </option>
            ))}
          </select>
        </label>
      </DialogForm>
    </DialogBox>
  );
}

interface TopicProps {
  readonly channelId: number;
  readonly topic: string;
}

export function RenameTopicDialog({ channelId, topic }: TopicProps) {
  async function rename(form: FormData): Promise<boolean> {
    const renamed = String(form.get('topic')).trim();
    const worked = await attempt(async () => {
      const { messages } = await client.call('GET /messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0 },
        narrow: [
          ['channel', channelId],
          ['topic', topic],
        ],
      });
      const [newest] = messages;
      if (newest)
        await client.call('PATCH /messages/:message_id', {
          ...{ message_id: newest.id, topic: renamed, propagate_mode: 'change_all' },
        });
    });
    if (worked) go({ kind: 'topic', channelId, topic: renamed }, { replace: true });
    return worked;
  }
  return (
    <DialogBox title={words.topic.rename}>
      <DialogForm button={words.save} onSubmit={rename}>
        <label>
          {words.compose.topic}
          <input name="topic" defaultValue={topic} maxLength={60} required dir="auto" autofocus />
        </label>
      </DialogForm>
    </DialogBox>
  );
}

export function RemindDialog({ message: { id } }: MessageProps) {
  const remind = async (form: FormData): Promise<boolean> => {
    const worked = await attempt(() =>
      client.call('POST /reminders', {
        ...{ message_id: id, scheduled_delivery_timestamp: secondsOf(form.get('when')) },
        note: String(form.get('note')) || undefined,
      }),
    );
    if (worked) say(words.message.reminded);
    return worked;
  };
  return (
    <DialogBox title={words.message.remind}>
      <DialogForm button={words.save} onSubmit={remind}>
        <WhenField />
        <label>
          {words.message.note}
          <input name="note" dir="auto" />
        </label>
      </DialogForm>
    </DialogBox>
  );
}

/** UNIX seconds of what somebody has chosen in their own time zone. */
export const secondsOf = (value: FormDataEntryValue | null): number =>
  Math.floor(Date.parse(String(value)) / 1000);

/** A time to come; tomorrow morning unless another is chosen. */
export function WhenField() {
  const morning = new Date();
  morning.setDate(morning.getDate() + 1);
  morning.setHours(9, 0, 0, 0);
  const local = new Date(morning.getTime() - morning.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return (
    <label>
      {words.when}
      <input type="datetime-local" name="when" defaultValue={local} required />
    </label>
  );
}
