/** Going to a date. */
import type { Params } from '@hansard/client';
import { attempt, client, showNotice } from '../state/connection.ts';
import { navigate, type Route } from '../state/routes.ts';
import { strings } from '../strings.ts';
import { DialogBox, DialogForm } from './dialog.tsx';

interface DateProps {
  readonly route: Extract<Route, { readonly near?: number }>;
  readonly narrow: Params<'GET /messages'>['narrow'];
}

/** Goes to the first message of a day, or to the one after it. */
export function DateDialog({ route, narrow }: DateProps) {
  const open = (form: FormData): Promise<boolean> =>
    attempt(async () => {
      const beginning = new Date(`${String(form.get('date'))}T00:00`);
      const { messages } = await client.call('GET /messages', {
        anchor: 'date',
        anchor_date: beginning.toISOString(),
        num_before: 1,
        num_after: 1,
        narrow,
        allow_empty_topic_name: true,
      });
      const found =
        messages.find(({ timestamp }) => timestamp * 1000 >= beginning.getTime()) ?? messages.at(-1);
      if (found) navigate({ ...route, near: found.id });
      else showNotice(strings.noMessages);
    });
  return (
    <DialogBox title={strings.date.title}>
      <DialogForm button={strings.date.button} onSubmit={open}>
        <label>
          {strings.date.label}
          <input type="date" name="date" required autofocus />
        </label>
      </DialogForm>
    </DialogBox>
  );
}
