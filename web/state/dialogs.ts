/** The one dialog that may be open, and what it is about. */
import { signal } from '@preact/signals';
import type { Message } from './data.ts';
import type { Feed } from './feeds.ts';
import type { Route } from './routes.ts';
import type { Conversation } from './unread.ts';

/** The messages to move: a topic, or the chosen message in it. */
export interface Moving {
  readonly channelId: number;
  readonly topic: string;
  readonly messageId?: number;
}

/** A route in whose messages one can go to a date. */
type Conversing = Extract<Route, { readonly near?: number }>;

/** A question before something that cannot simply be taken back, and what is done when the answer is yes. */
export interface Confirmation {
  readonly title: string;
  readonly hint: string;
  readonly button: string;
  readonly work: () => Promise<unknown>;
}

export type Dialog =
  | {
      readonly kind:
        'help' | 'organizations' | 'newChannel' | 'newMessage' | 'invite' | 'status' | 'newGroup';
    }
  | { readonly kind: 'profile'; readonly userId: number }
  | { readonly kind: 'history' | 'receipts' | 'remind'; readonly message: Message }
  | { readonly kind: 'move'; readonly moving: Moving }
  | { readonly kind: 'confirmation'; readonly confirmation: Confirmation }
  | { readonly kind: 'date'; readonly route: Conversing; readonly narrow: Feed['narrow'] }
  | { readonly kind: 'emoji'; readonly onPick: (name: string) => void }
  | {
      readonly kind: 'schedule';
      readonly conversation: Conversation;
      readonly content: string;
      readonly onDone: () => void;
    };

export const dialog = signal<Dialog | undefined>(undefined);

/** Opens a dialog; closing gives the focus back. */
export function openDialog(opened: Dialog): void {
  dialog.value = opened;
}

export const confirm = (confirmation: Confirmation): void =>
  openDialog({ kind: 'confirmation', confirmation });

export function closeDialog(): void {
  dialog.value = undefined;
}

/** The message that keys act on. */
export const selected = signal<number | undefined>(undefined);
/** The message that is being edited. */
export const editing = signal<number | undefined>(undefined);
/** Whether the sidebar is open on a phone. */
export const isSidebarOpen = signal(false);
