/** The page: before, without and with somebody logged in. */
import { lazy, Suspense } from './lazy.tsx';
import { hasNetwork, serverConnection } from '../state/connection.ts';
import { dialog, isSidebarOpen, openDialog } from '../state/dialogs.ts';
import { currentRoute } from '../state/routes.ts';
import { stage } from '../state/session.ts';
import { strings } from '../strings.ts';
import { Sidebar } from './sidebar.tsx';
import { DraftsPage } from './draftsPage.tsx';
import { Dialogs } from './openDialog.tsx';
import { FeedPage } from './feedPage.tsx';
import { IconButton } from './icon.tsx';
import { InboxPage } from './inboxPage.tsx';
import { RecentPage } from './recentPage.tsx';
import { LogIn } from './logIn.tsx';
import { Notices } from './notices.tsx';
import { OrganizationRail } from './organizationRail.tsx';
import { SearchBox } from './searchBox.tsx';
import { announcement } from '../state/announcements.ts';

const Settings = lazy(() => import('./settings/settings.tsx').then(({ SettingsPage }) => SettingsPage));
const Record = lazy(() => import('./record/record.tsx').then(({ RecordPage }) => RecordPage));
const Channels = lazy(() => import('./channelsPage.tsx').then(({ ChannelsPage }) => ChannelsPage));
const People = lazy(() => import('./peoplePage.tsx').then(({ PeoplePage }) => PeoplePage));

export function App() {
  if (stage.value === 'starting')
    return (
      <main class="splash" aria-busy="true">
        <p>{serverConnection.value.kind === 'up' ? strings.loading : strings.connection.waiting}</p>
      </main>
    );
  if (stage.value === 'here') return <Shell />;
  return (
    <div class="outside">
      <OrganizationRail />
      <LogIn />
    </div>
  );
}

function Shell() {
  return (
    <div class={`shell${isSidebarOpen.value ? ' columnOpen' : ''}`}>
      <a class="skip" href="#main">
        {strings.skip}
      </a>
      <header class="bar">
        <IconButton
          icon="menu"
          label={strings.openColumn}
          class="onPhone"
          onClick={() => (isSidebarOpen.value = !isSidebarOpen.value)}
        />
        <SearchBox />
        <IconButton icon="help" label={strings.keyboard.title} onClick={() => openDialog({ kind: 'help' })} />
      </header>
      <div class="navigation">
        <OrganizationRail canChange />
        <Sidebar />
      </div>
      {isSidebarOpen.value && <div class="veil" onClick={() => (isSidebarOpen.value = false)} />}
      <main id="main" tabIndex={-1}>
        <Connection />
        <Suspense fallback={<p class="quiet padded">{strings.loading}</p>}>
          <CurrentPage />
        </Suspense>
      </main>
      <Dialogs />
      <Notices isElsewhere={dialog.value !== undefined} />
      <p class="unseen" aria-live="polite">
        {announcement.value}
      </p>
    </div>
  );
}

/** A sentence while the server cannot be reached. */
function Connection() {
  const state = serverConnection.value;
  if (state.kind === 'up' && hasNetwork.value) return null;
  return (
    <p class="connection" role="status">
      {hasNetwork.value ? strings.connection.waiting : strings.connection.offline}
    </p>
  );
}

function CurrentPage() {
  const at = currentRoute.value;
  switch (at.kind) {
    case 'inbox':
      return <InboxPage />;
    case 'recent':
      return <RecentPage />;
    case 'drafts':
      return <DraftsPage />;
    case 'channels':
      return <Channels />;
    case 'people':
      return <People />;
    case 'settings':
      return <Settings page={at.page} />;
    case 'record':
      return <Record page={at.page} />;
    default:
      return <FeedPage route={at} />;
  }
}
