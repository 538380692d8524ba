/** Events in a table; each opens to everything that is recorded of it. */
import { useState } from 'preact/hooks';
import { attempt, client } from '../../state/connection.ts';
import { strings } from '../../strings.ts';
import { Differences } from './differences.tsx';
import { actorOf, type Cause, causesAmong, nameOfType, type Recorded, timeOf } from './recorded.ts';

interface TableProps {
  readonly events: readonly Recorded[];
  readonly onLook: (conditions: { readonly type?: string; readonly actor?: number }) => void;
}

export const EventTable = ({ events, onLook }: TableProps) => (
  <div class="tableBox" tabIndex={0} role="region" aria-label={strings.record.pages.log}>
    <table class="events">
      <thead>
        <tr>
          <th scope="col">{strings.record.when}</th>
          <th scope="col">{strings.record.who}</th>
          <th scope="col">{strings.record.what}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.revision} event={event} onLook={onLook} />
        ))}
      </tbody>
    </table>
  </div>
);

function Row({ event, onLook }: { readonly event: Recorded; readonly onLook: TableProps['onLook'] }) {
  const [isOpen, setOpen] = useState(false);
  const { type, fields, actor } = event;
  return (
    <>
      <tr>
        <td class="quiet">{timeOf(event)}</td>
        <td>
          {actor === null ? (
            <span class="quiet">{actorOf(event)}</span>
          ) : (
            <button type="button" class="plain" dir="auto" onClick={() => onLook({ actor })}>
              {actorOf(event)}
            </button>
          )}
        </td>
        <td class="what">
          <button
            type="button"
            class="plain eventName"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {nameOfType(type)}
          </button>
          <span class="excerpt quiet" dir="auto">
            {fields.map(({ label, text }) => `${label}: ${text}`).join('; ')}
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={3}>
            <Details event={event} />
          </td>
        </tr>
      )}
    </>
  );
}

const DETAILS = ['revision', 'position', 'id', 'command', 'client', 'hash'] as const;

export function Details({ event }: { readonly event: Recorded }) {
  return (
    <div>
      {event.is_withheld && <p class="tag">{strings.record.withheld}</p>}
      <Differences event={event} />
      <dl class="facts">
        {event.fields.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
        {DETAILS.map((name) => (
          <div key={name}>
            <dt>{strings.record.details[name]}</dt>
            <dd>
              <code>{event[name]}</code>
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{strings.record.details.data}</summary>
        <pre tabIndex={0}>{JSON.stringify(JSON.parse(event.data), null, 2)}</pre>
      </details>
      <Causes correlation={event.correlation} />
    </div>
  );
}

/** Everything that one request has caused, as a tree. */
function Causes({ correlation }: { readonly correlation: string }) {
  const [events, setEvents] = useState<readonly Recorded[] | undefined>(undefined);
  const load = (): void =>
    void attempt(async () => {
      const answer = await client.call('POST /record/events', { correlation, limit: 200 });
      setEvents([...answer.events].reverse());
    });
  return (
    <details onToggle={(event) => event.currentTarget.open && events === undefined && load()}>
      <summary>{strings.record.cause}</summary>
      {events === undefined ? <p class="quiet">{strings.loading}</p> : <Tree causes={causesAmong(events)} />}
    </details>
  );
}

const Tree = ({ causes }: { readonly causes: readonly Cause[] }) => (
  <ul class="tree">
    {causes.map(({ event, effects }) => (
      <li key={event.id}>
        {nameOfType(event.type)} <span class="quiet">{actorOf(event)}</span>
        {effects.length > 0 && <Tree causes={effects} />}
      </li>
    ))}
  </ul>
);
