/** The views: how far each has followed the log, and building one again. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '@hansard/client';
import { attempt, client, reasonOf } from '../../state/connection.ts';
import { words } from '../../words.ts';

type View = Answer<'POST /record/projections'>['projections'][number];

/** Milliseconds between two looks while something is being built. */
const AGAIN_AFTER = 2_000;

export function ProjectionsPage() {
  const [views, setViews] = useState<readonly View[]>([]);
  const [fault, setFault] = useState('');
  const load = (): Promise<void> =>
    client.call('POST /record/projections').then(
      ({ projections }) => setViews(projections),
      (error: unknown) => setFault(reasonOf(error)),
    );
  useEffect(() => void load(), []);
  const isBusy = views.some((view) => view.is_rebuilding);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(() => void load(), AGAIN_AFTER);
    return () => clearInterval(timer);
  }, [isBusy]);
  const rebuild = (projection: string): void =>
    void attempt(async () => {
      await client.call('POST /record/projections/rebuild', { projection });
      await load();
    });
  if (fault !== '') return <p class="quiet padded">{words.record.root}</p>;
  return (
    <div class="tableBox" tabIndex={0} role="region" aria-label={words.record.pages.projections}>
      <table class="events">
        <thead>
          <tr>
            <th scope="col">{words.record.view}</th>
            <th scope="col">{words.record.state}</th>
            <th scope="col">{words.record.lag}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {views.map((view) => (
            <tr key={view.name}>
              <th scope="row">
                {view.name} <span class="quiet">{view.version}</span>
              </th>
              <td>
                {view.is_rebuilding ? words.record.rebuilding : words.record.states[view.state]}
                {view.quarantined.map((text) => (
                  <span key={text} class="fault">
                    {' '}
                    {text}
                  </span>
                ))}
              </td>
              <td>{words.record.positions(view.lag)}</td>
              <td>
                <button type="button" disabled={view.is_rebuilding} onClick={() => rebuild(view.name)}>
                  {words.record.rebuild}
                  <span class="unseen"> {view.name}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
