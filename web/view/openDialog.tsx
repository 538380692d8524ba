/** Shows the dialog that is open. */
import { dialog } from '../state/dialogs.ts';
import { lazy, Suspense } from './lazy.tsx';
import { ConfirmationDialog } from './dialog.tsx';
import { EmojiDialog } from './emojiDialog.tsx';
import { HelpDialog } from './helpDialog.tsx';
import { ReceiptsDialog, RemindDialog } from './messageDialogs.tsx';
import { NewMessageDialog, ScheduleDialog, StatusDialog } from './composeDialogs.tsx';
import { ProfileDialog } from './profileDialog.tsx';

const History = lazy(() => import('./historyDialog.tsx').then(({ HistoryDialog }) => HistoryDialog));
const Move = lazy(() => import('./moveDialog.tsx').then(({ MoveDialog }) => MoveDialog));
const NewChannel = lazy(() =>
  import('./organizationDialogs.tsx').then(({ NewChannelDialog }) => NewChannelDialog),
);
const Invite = lazy(() => import('./organizationDialogs.tsx').then(({ InviteDialog }) => InviteDialog));
const NewGroup = lazy(() => import('./organizationDialogs.tsx').then(({ NewGroupDialog }) => NewGroupDialog));
const GoToDate = lazy(() => import('./dateDialog.tsx').then(({ DateDialog }) => DateDialog));
const Organizations = lazy(() =>
  import('./organizationsDialog.tsx').then(({ OrganizationsDialog }) => OrganizationsDialog),
);

export const Dialogs = () => (
  <Suspense fallback={null}>
    <Open />
  </Suspense>
);

function Open() {
  const open = dialog.value;
  switch (open?.kind) {
    case undefined:
      return null;
    case 'help':
      return <HelpDialog />;
    case 'organizations':
      return <Organizations />;
    case 'emoji':
      return <EmojiDialog onPick={open.onPick} />;
    case 'profile':
      return <ProfileDialog userId={open.userId} />;
    case 'history':
      return <History message={open.message} />;
    case 'receipts':
      return <ReceiptsDialog message={open.message} />;
    case 'move':
      return <Move moving={open.moving} />;
    case 'date':
      return <GoToDate route={open.route} narrow={open.narrow} />;
    case 'confirmation':
      return <ConfirmationDialog {...open.confirmation} />;
    case 'remind':
      return <RemindDialog message={open.message} />;
    case 'schedule':
      return <ScheduleDialog conversation={open.conversation} content={open.content} onDone={open.onDone} />;
    case 'newMessage':
      return <NewMessageDialog />;
    case 'status':
      return <StatusDialog />;
    case 'newChannel':
      return <NewChannel />;
    case 'invite':
      return <Invite />;
    default:
      return <NewGroup />;
  }
}
