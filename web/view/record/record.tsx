/** The record, for owners: what has happened, the views made of it, and proof that nobody has altered it. */
import { snapshot } from '../../state/data.ts';
import { strings } from '../../strings.ts';
import { Link } from '../link.tsx';
import { PageHeading } from '../recentPage.tsx';
import { IntegrityPage } from './integrity.tsx';
import { LogPage } from './log.tsx';
import { ProjectionsPage } from './projections.tsx';
import { StoryPage } from './story.tsx';

const PAGES = ['log', 'projections', 'integrity'] as const;

export function RecordPage({ page }: { readonly page: string }) {
  const message = /^message-(\d+)$/.exec(page)?.[1];
  return (
    <div class="listPage">
      <PageHeading title={strings.record.title} hint={strings.record.hint} />
      {snapshot.value.is_owner ? (
        <>
          <nav class="tabs" aria-label={strings.record.title}>
            {PAGES.map((name) => (
              <Link key={name} to={{ kind: 'record', page: name }} isCurrent={page === name}>
                {strings.record.pages[name]}
              </Link>
            ))}
          </nav>
          {message === undefined ? <Page page={page} /> : <StoryPage key={message} id={Number(message)} />}
        </>
      ) : (
        <p class="empty">{strings.record.owners}</p>
      )}
    </div>
  );
}

function Page({ page }: { readonly page: string }) {
  if (page === 'projections') return <ProjectionsPage />;
  return page === 'integrity' ? <IntegrityPage /> : <LogPage />;
}
