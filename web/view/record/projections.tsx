/** The views: how far each has followed the log, building one again, and comparing it with the log. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '@hansard/client';
import { attempt, client, reasonOf } from '../../state/connection.ts';
import { strings } from '../../strings.ts';

type View = Answer<'POST /record/projections'>['projections'][number];

/** Milliseconds between two looks while something is being done: each look is recorded, so later ones are rarer. */
const FIRST_AFTER = 1_000;
const AGAIN_AFTER = 5_000;

const isBusy = ({ is_rebuilding: isRebuilding, verification }: View): boolean =>
  isRebuilding || verification?.status === 'running';

export function ProjectionsPage() {
  const [views, setViews] = useState<readonly View[]>([]);
  const [fault, setFault] = useState('');
  const load = (): Promise<void> =>
    client.call('POST /record/projections').then(
      ({ projections }) => setViews(projections),
      (error: unknown) => setFault(reasonOf(error)),
    );
  useEffect(() => void load(), []);
  const isWaiting = views.some(isBusy);
  useEffect(() => {
    if (!isWaiting) return undefined;
    let timer = setTimeout(function look() {
      void load();
      timer = setTimeout(look, AGAIN_AFTER);
    }, FIRST_AFTER);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const ask =
    (route: 'POST /record/projections/rebuild' | 'POST /record/projections/verify') =>
    (projection?: string): void =>
      void attempt(async () => {
        await client.call(route, { projection });
        await load();
      });
  const [rebuild, verify] = [ask('POST /record/projections/rebuild'), ask('POST /record/projections/verify')];
  if (fault !== '') return <p class="quiet padded">{strings.record.root}</p>;
  const isVerifying = views.some(({ verification }) => verification?.status === 'running');
  return (
    <div class="wide">
      <p class="toolbar">
        <button type="button" class="primary" disabled={isVerifying} onClick={() => verify()}>
          {strings.record.verifyAll}
        </button>
      </p>
      <div class="tableBox" tabIndex={0} role="region" aria-label={strings.record.pages.projections}>
        <table class="events">
          <thead>
            <tr>
              <th scope="col">{strings.record.view}</th>
              <th scope="col">{strings.record.state}</th>
              <th scope="col">{strings.record.lag}</th>
              <th scope="col">{strings.record.comparison}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {views.map((view) => (
              <ViewRow
                key={view.name}
                view={view}
                isVerifying={isVerifying}
                onRebuild={() => rebuild(view.name)}
                onVerify={() => verify(view.name)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps {
  readonly view: View;
  readonly isVerifying: boolean;
  readonly onRebuild: () => void;
  readonly onVerify: () => void;
}

const ViewRow = ({ view, isVerifying, onRebuild, onVerify }: RowProps) => (
  <tr>
    <th scope="row">
      {view.name} <span class="quiet">{view.version}</span>
    </th>
    <td>
      {view.is_rebuilding ? (
        <Progress text={strings.record.rebuilding} of={view.rebuild_progress} />
      ) : (
        strings.record.states[view.state]
      )}
      {view.quarantined.map((text) => (
        <span key={text} class="fault">
          {' '}
          {text}
        </span>
      ))}
    </td>
    <td>{strings.record.lagOf(view.lag)}</td>
    <td>
      <Compared of={view.verification} />
    </td>
    <td class="actions">
      <button type="button" disabled={view.is_rebuilding} onClick={onRebuild}>
        {strings.record.rebuild}
        <span class="unseen"> {view.name}</span>
      </button>
      <button type="button" disabled={isVerifying} onClick={onVerify}>
        {strings.record.verifyView}
        <span class="unseen"> {view.name}</span>
      </button>
    </td>
  </tr>
);

interface ProgressProps {
  readonly text: string;
  readonly of: { readonly done: number; readonly total: number } | null;
}

/** How far something has come; without a number while it is about to begin. */
function Progress({ text, of }: ProgressProps) {
  const share = of === null || of.total === 0 ? undefined : Math.min(of.done / of.total, 1);
  return (
    <>
      <progress aria-label={text} {...(share !== undefined && { value: share })} />
      <span class="quiet"> {share === undefined ? text : strings.record.share(Math.floor(share * 100))}</span>
    </>
  );
}

function Compared({ of }: { readonly of: View['verification'] }) {
  if (of === null) return <span class="quiet">{strings.record.notCompared}</span>;
  switch (of.status) {
    case 'running':
      return <Progress text={strings.record.comparing} of={of} />;
    case 'same':
      return <>{strings.record.same(of.documents)}</>;
    case 'different':
      return <span class="fault">{strings.record.different(of.differences)}</span>;
    case 'not served':
      return <span class="quiet">{strings.record.notServed}</span>;
    case 'failed':
      return <span class="fault">{strings.record.comparisonFailed}</span>;
  }
}
