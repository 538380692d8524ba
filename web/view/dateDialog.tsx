/** Going to a date. */
import type { Params } from '@hansard/client';
import { attempt, client, showNotice } from '../state/connection.ts';
import { navigate, type Route } from '../state/routes.ts';
import { words } from '../strings.ts';
import { DialogBox, DialogForm } from './dialog.tsx';

interface DateProps {
  readonly place: Extract<Route, { readonly near?: number }>;
  readonly narrow: Params<'GET /messages'>['narrow'];
}

/** Goes to the first message of a day, or to the one after it. */
export function DateDialog({ place, narrow }: DateProps) {
  const open = (form: FormData): Promise<boolean> =>
    attempt(async () => {
      const beginning = new Date(`${String(form.get('date'))}T00:00`);
      const { messages } = await client.call('GET /messages', {
        ...{ anchor: 'date', anchor_date: beginning.toISOString(), num_before: 1, num_after: 1 },
        ...{ narrow, allow_empty_topic_name: true },
      });
      const found =
        messages.find(({ timestamp }) => timestamp * 1000 >= beginning.getTime()) ?? messages.at(-1);
      if (found) navigate({ ...place, near: found.id });
      else showNotice(words.noMessages);
    });
  return (
    <DialogBox title={words.date.title}>
      <DialogForm button={words.date.button} onSubmit={open}>
        <label>
          {words.date.label}
          <input type="date" name="date" required autofocus />
        </label>
      </DialogForm>
    </DialogBox>
  );
}
