/** Dialogs about one message. */
import { useEffect, useState } from 'preact/hooks';
import { attempt, client, reasonOf, showNotice } from '../state/connection.ts';
import type { Message } from '../state/data.ts';
import { strings } from '../strings.ts';
import { namesOf } from './sidebar.tsx';
import { DialogBox, DialogForm } from './dialog.tsx';

interface MessageProps {
  readonly message: Message;
}

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
    readers === undefined
      ? strings.loading
      : readers.length === 0
        ? strings.message.noReaders
        : namesOf(readers);
  return (
    <DialogBox title={strings.message.receipts}>
      <p>{fault || text}</p>
    </DialogBox>
  );
}

export function RemindDialog({ message: { id } }: MessageProps) {
  const remind = async (form: FormData): Promise<boolean> => {
    const worked = await attempt(() =>
      client.call('POST /reminders', {
        message_id: id,
        scheduled_delivery_timestamp: secondsOf(form.get('when')),
        note: String(form.get('note')) || undefined,
      }),
    );
    if (worked) showNotice(strings.message.reminded);
    return worked;
  };
  return (
    <DialogBox title={strings.message.remind}>
      <DialogForm button={strings.save} onSubmit={remind}>
        <WhenField />
        <label>
          {strings.message.note}
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
      {strings.when}
      <input type="datetime-local" name="when" defaultValue={local} required />
    </label>
  );
}
