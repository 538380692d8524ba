/** The story of one message, from the first word on. */
import { useEffect, useState } from 'preact/hooks';
import { attempt, client } from '../../state/connection.ts';
import { strings } from '../../strings.ts';
import { Details } from './eventTable.tsx';
import { actorOf, nameOfType, type Recorded, timeOf } from './recorded.ts';

export function StoryPage({ id }: { readonly id: number }) {
  const [events, setEvents] = useState<readonly Recorded[] | undefined>(undefined);
  useEffect(() => {
    void attempt(async () => {
      const answer = await client.call('POST /record/events', { message: id, limit: 200 });
      setEvents([...answer.events].reverse());
    });
  }, [id]);
  return (
    <section>
      <h2>{strings.record.storyOf(String(id))}</h2>
      {events === undefined && <p class="quiet">{strings.loading}</p>}
      {events?.length === 0 && <p class="quiet">{strings.record.nothing}</p>}
      <ol class="story">
        {events?.map((event) => (
          <li key={event.revision}>
            <p>
              <strong>{nameOfType(event.type)}</strong> {actorOf(event)}{' '}
              <span class="quiet">
                {timeOf(event)}, {event.client}
              </span>
            </p>
            <Details event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}
