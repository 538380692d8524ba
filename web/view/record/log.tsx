/** The log as a table, newest events first, with filters. */
import { useEffect, useState } from 'preact/hooks';
import type { Params } from '@hansard/client';
import { attempt, client } from '../../state/connection.ts';
import { channels, compare, people } from '../../state/data.ts';
import { strings } from '../../strings.ts';
import { EventTable } from './eventTable.tsx';
import type { Recorded } from './recorded.ts';

type Conditions = Params<'POST /record/events'>;

export function LogPage() {
  const [conditions, setConditions] = useState<Conditions>({});
  const [events, setEvents] = useState<readonly Recorded[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(true);

  async function load(requested: Conditions, before?: number): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      const answer = await client.call('POST /record/events', { ...requested, before });
      setEvents(before === undefined ? answer.events : [...events, ...answer.events]);
      setNext(answer.next);
    });
    setBusy(false);
  }
  useEffect(() => void load({}), []);

  function look(form: FormData): void {
    const requested = conditionsIn(form);
    setConditions(requested);
    void load(requested);
  }

  return (
    <div class="wide">
      <Filters onLook={look} />
      {events.length > 0 && (
        <EventTable events={events} onLook={(more) => void load({ ...conditions, ...more })} />
      )}
      {events.length === 0 && <p class="quiet padded">{isBusy ? strings.loading : strings.record.nothing}</p>}
      {next !== null && (
        <p class="toolbar">
          <button type="button" disabled={isBusy} onClick={() => void load(conditions, next)}>
            {strings.record.more}
          </button>
        </p>
      )}
    </div>
  );
}

function conditionsIn(form: FormData): Conditions {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const number = (name: string): number | undefined => Number(text(name)) || undefined;
  const seconds = (name: string): number | undefined =>
    text(name) === '' ? undefined : Math.floor(Date.parse(text(name)) / 1000);
  return {
    type: text('type') || undefined,
    person: number('person'),
    channel: number('channel'),
    message: number('message'),
    since: seconds('since'),
    until: seconds('until'),
  };
}

function Filters({ onLook }: { readonly onLook: (form: FormData) => void }) {
  const everybody = [...people.value.values()].sort((one, other) => compare(one.full_name, other.full_name));
  const everywhere = [...channels.value.values()].sort((one, other) => compare(one.name, other.name));
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        onLook(new FormData(event.currentTarget));
      }}
    >
      <label>
        {strings.record.type}
        <input name="type" placeholder="MessageSent" autocapitalize="none" spellcheck={false} />
      </label>
      <label>
        {strings.record.person}
        <select name="person">
          <option value="">{strings.record.anybody}</option>
          {everybody.map(({ user_id: id, full_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {strings.record.channel}
        <select name="channel">
          <option value="">{strings.record.anything}</option>
          {everywhere.map(({ stream_id: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {strings.record.message}
        <input name="message" inputMode="numeric" pattern="\d*" />
      </label>
      <label>
        {strings.record.from}
        <input name="since" type="datetime-local" />
      </label>
      <label>
        {strings.record.until}
        <input name="until" type="datetime-local" />
      </label>
      <button type="submit" class="primary">
        {strings.record.look}
      </button>
    </form>
  );
}
