/** Keyboard shortcuts, anywhere but in text boxes. */
import { strings } from '../strings.ts';
import { closeDialog, dialog, editing, openDialog, selected } from './dialogs.ts';
import { feedOf, messageSignal } from './feeds.ts';
import { openOrganization } from './organizations.ts';
import { navigate, currentRoute } from './routes.ts';
import { quote } from './quote.ts';
import { react, star } from './messageFlags.ts';
import { inbox } from './unread.ts';
import { myId } from './data.ts';

interface Key {
  readonly keys: readonly string[];
  readonly description: string;
  /** The keys as shown in the help, if different. */
  readonly shown?: readonly string[];
  /** Undefined where the page does it without us. */
  readonly run?: (key: string) => void;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

const message = () => messageSignal(selected.peek() ?? -1)?.peek();

export const KEYS: readonly Key[] = [
  { keys: ['j', '↓'], description: strings.keyboard.next, run: () => step(1) },
  { keys: ['k', '↑'], description: strings.keyboard.previous, run: () => step(-1) },
  { keys: ['End'], description: strings.keyboard.newest, run: toEnd },
  { keys: ['n'], description: strings.keyboard.nextUnread, run: nextUnread },
  { keys: ['r', 'c'], description: strings.keyboard.write, run: write },
  { keys: ['x'], description: strings.keyboard.direct, run: () => openDialog({ kind: 'newMessage' }) },
  { keys: ['>'], description: strings.keyboard.quote, run: () => void (message() && quote(message()!)) },
  { keys: ['e'], description: strings.keyboard.edit, run: edit },
  { keys: ['+'], description: strings.keyboard.react, run: reactTo },
  { keys: ['*'], description: strings.keyboard.star, run: starIt },
  { keys: ['h'], description: strings.keyboard.history, run: history },
  {
    keys: ['/'],
    description: strings.keyboard.search,
    run: () => document.getElementById('search')?.focus(),
  },
  { keys: ['i'], description: strings.keyboard.inbox, run: () => navigate({ kind: 'inbox' }) },
  { keys: ['t'], description: strings.keyboard.recent, run: () => navigate({ kind: 'recent' }) },
  { keys: ['a'], description: strings.keyboard.all, run: () => navigate({ kind: 'all' }) },
  { keys: ['d'], description: strings.keyboard.drafts, run: () => navigate({ kind: 'drafts' }) },
  {
    keys: DIGITS,
    shown: ['1', '…', '9'],
    description: strings.keyboard.organization,
    run: (key) => openOrganization(Number(key)),
  },
  { keys: ['Escape'], description: strings.keyboard.leave, run: leave },
  { keys: ['?'], description: strings.keyboard.help, run: () => openDialog({ kind: 'help' }) },
  { keys: ['Ctrl Enter'], description: strings.keyboard.send },
];

const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

/** Listens from now on. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.peek() !== undefined) return;
    if (target.closest('input, textarea, select, dialog, .menu')) return;
    const name = NAMES[event.key] ?? event.key;
    const isArrow = name !== event.key;
    // Arrows and letters that a control uses itself are left to it.
    if (isArrow && !target.closest('.messages, body > :not(#page)') && target !== document.body) return;
    const key = KEYS.find(({ keys }) => keys.includes(name));
    if (key?.run === undefined) return;
    event.preventDefault();
    key.run(name);
  });
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.messages [data-id]')];

/** The row that was selected last, or the last one that can be seen. */
function currentRow(all: readonly HTMLElement[]): number {
  const at = all.findIndex((row) => Number(row.dataset['id']) === selected.peek());
  if (at >= 0) return at;
  const bottom = document.querySelector('.messages')?.getBoundingClientRect().bottom ?? 0;
  return all.findLastIndex((row) => row.getBoundingClientRect().top < bottom);
}

function step(by: number): void {
  const all = rows();
  const at = currentRow(all);
  const row = all[Math.max(0, Math.min(all.length - 1, at + (selected.peek() === undefined ? 0 : by)))];
  if (row === undefined) return;
  selected.value = Number(row.dataset['id']);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

function toEnd(): void {
  void feedOf(currentRoute.peek())?.latest();
}

/** The conversation after this one that has something unread. */
function nextUnread(): void {
  const at = currentRoute.peek();
  const next = inbox
    .peek()
    .find(({ conversation }) =>
      'channelId' in conversation
        ? at.kind !== 'topic' || at.channelId !== conversation.channelId || at.topic !== conversation.topic
        : at.kind !== 'direct' || at.userIds.join() !== conversation.userIds.join(),
    )?.conversation;
  if (next) navigate('channelId' in next ? { kind: 'topic', ...next } : { kind: 'direct', ...next });
}

function write(): void {
  const area = document.querySelector<HTMLElement>('#compose textarea');
  if (area) area.focus();
  else openDialog({ kind: 'newMessage' });
}

function edit(): void {
  const chosen = message();
  if (chosen?.sender_id === myId.peek()) editing.value = chosen.id;
}

function reactTo(): void {
  const chosen = message();
  if (chosen === undefined) return;
  openDialog({
    kind: 'emoji',
    onPick: (name) => void react(chosen.id, name),
  });
}

function starIt(): void {
  const chosen = message();
  if (chosen) void star(chosen.id, !chosen.flags.includes('starred'));
}

function history(): void {
  const chosen = message();
  if (chosen) openDialog({ kind: 'history', message: chosen });
}

function leave(): void {
  closeDialog();
  if (editing.peek() !== undefined) editing.value = undefined;
  else if (selected.peek() !== undefined) selected.value = undefined;
  else navigate({ kind: 'inbox' });
}
