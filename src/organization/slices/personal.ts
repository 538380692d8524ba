/** Things that belong to one person each and are visible to nobody else: entries of the state by owner. */
import type { MessageId, UserId } from '../../base/ids.ts';
import type { EventTypes } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import {
  type DraftId,
  type DraftText,
  type NavigationViewId,
  ONBOARDING_STEPS,
  type ReminderId,
  type SavedSnippetId,
} from '../../events/personal.ts';
import { cell, type FoldMap, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** The common part of all such entries. */
export interface Owned {
  readonly id: number;
  /** Characters of its texts. */
  readonly size: number;
}

/** Owner → their things, in order of creation. */
export type ByOwner<Entry extends Owned> = FoldMap<UserId, readonly Entry[]>;

export const ownEntries = <Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId | null,
): readonly Entry[] => (ownerId === null ? [] : (byOwner.get(ownerId) ?? []));

export const ownEntry = <Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId | null,
  id: Entry['id'],
): Entry | undefined => ownEntries(byOwner, ownerId).find((entry) => entry.id === id);

/** Adds entries, or replaces those with the same IDs. */
function putEntries<Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId,
  entries: readonly Entry[],
): void {
  const changed = new Map(ownEntries(byOwner, ownerId).map((entry) => [entry.id, entry]));
  for (const entry of entries) changed.set(entry.id, entry);
  byOwner.set(ownerId, [...changed.values()]);
}

function dropEntry<Entry extends Owned>(byOwner: ByOwner<Entry>, ownerId: UserId, id: Entry['id']): void {
  const left = ownEntries(byOwner, ownerId).filter((entry) => entry.id !== id);
  if (left.length > 0) byOwner.set(ownerId, left);
  else byOwner.delete(ownerId);
}

// Drafts: their owners and sizes, without texts.

interface Draft extends Owned {
  readonly id: DraftId;
}

/** The size of a draft in characters. */
export const sizeOfDraft = ({ content, topic = '', recipientIds = [] }: DraftText): number =>
  content.length + topic.length + 8 * recipientIds.length;

export const draftsSlice = slice({
  version: 1,
  state: () => ({
    byOwner: map<UserId, readonly Draft[]>(),
    nextId: cell(1 as DraftId),
  }),
  evolve: {
    DraftsSaved({ byOwner, nextId }, { ownerId, draftIds, texts }) {
      const sizes = readErasable(texts, []).map(sizeOfDraft);
      putEntries(
        byOwner,
        ownerId,
        draftIds.map((id, index) => ({ id, size: sizes[index] ?? 0 })),
      );
      nextId.set((Math.max(...draftIds) + 1) as DraftId);
    },
    DraftEdited({ byOwner }, { ownerId, draftId, text }) {
      const content = readErasable(text, undefined);
      putEntries(byOwner, ownerId, [{ id: draftId, size: content ? sizeOfDraft(content) : 0 }]);
    },
    DraftDeleted: ({ byOwner }, { ownerId, draftId }) => dropEntry(byOwner, ownerId, draftId),
  },
});

// Reminders that are not due yet: their owners and times, without their texts.

interface Reminder extends Owned {
  readonly id: ReminderId;
  readonly messageId: MessageId;
  /** UNIX milliseconds. */
  readonly remindAt: number;
  /** Revision of the event with its complete content. */
  readonly textRevision: number;
}

export const remindersSlice = slice({
  version: 4,
  state: () => ({
    byOwner: map<UserId, readonly Reminder[]>(),
    nextId: cell(1 as ReminderId),
  }),
  evolve: {
    ReminderSet(
      { byOwner, nextId },
      { ownerId, reminderId: id, messageId, content, html, remindAt },
      { revision },
    ) {
      const size = readErasable(content, '').length + readErasable(html ?? '', '').length;
      putEntries(byOwner, ownerId, [{ id, messageId, size, remindAt, textRevision: revision }]);
      nextId.set((id + 1) as ReminderId);
    },
    ReminderDeleted: ({ byOwner }, { ownerId, reminderId }) => dropEntry(byOwner, ownerId, reminderId),
    ReminderDue: ({ byOwner }, { ownerId, reminderId }) => dropEntry(byOwner, ownerId, reminderId),
  },
});

/** State that knows reminders. */
interface WithReminders {
  readonly reminders: ReturnType<typeof remindersSlice.state>;
}

/** Time of the first due reminder, cached until a reminder changes. */
const nextDue = new WeakMap<WithReminders['reminders'], { readonly writes: number; readonly at: number }>();

/** Time of the next due reminder, in UNIX milliseconds; Infinity if there is none. */
export function nextReminderAt({ reminders }: WithReminders): number {
  const { writes } = reminders.byOwner;
  const known = nextDue.get(reminders);
  if (known?.writes === writes) return known.at;
  let at = Infinity;
  for (const own of reminders.byOwner.values()) for (const { remindAt } of own) at = Math.min(at, remindAt);
  nextDue.set(reminders, { writes, at });
  return at;
}

/** A reminder, and whose it is. */
export interface DueReminder extends Reminder {
  readonly ownerId: UserId;
}

/** The reminders that are due at `now` (UNIX milliseconds), at most so many. */
export function dueReminders(
  { reminders }: WithReminders,
  now: number,
  most: number,
): readonly DueReminder[] {
  const due: DueReminder[] = [];
  for (const [ownerId, own] of reminders.byOwner.entries())
    for (const reminder of own) {
      if (due.length >= most) return due;
      if (reminder.remindAt <= now) due.push({ ...reminder, ownerId });
    }
  return due;
}

// Saved snippets: their owners, without their texts.

export interface SavedSnippet extends Owned {
  readonly id: SavedSnippetId;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  /** Revision of the event with its complete content. */
  readonly textRevision: number;
}

type SnippetText = Pick<EventTypes['SnippetSaved'], 'title' | 'content'>;

/** Characters that a snippet counts for. */
export const sizeOfSnippet = ({ title, content }: SnippetText): number =>
  readErasable(title, '').length + readErasable(content, '').length;

export const savedSnippetsSlice = slice({
  version: 2,
  state: () => ({
    byOwner: map<UserId, readonly SavedSnippet[]>(),
    nextId: cell(1 as SavedSnippetId),
  }),
  evolve: {
    SnippetSaved({ byOwner, nextId }, data, { revision, metadata }) {
      const { ownerId, snippetId: id } = data;
      const snippet = { id, size: sizeOfSnippet(data), createdAt: metadata.time, textRevision: revision };
      putEntries(byOwner, ownerId, [snippet]);
      nextId.set((id + 1) as SavedSnippetId);
    },
    SnippetEdited({ byOwner }, data, { revision }) {
      const { ownerId, snippetId } = data;
      const present = ownEntry(byOwner, ownerId, snippetId);
      if (present)
        putEntries(byOwner, ownerId, [{ ...present, size: sizeOfSnippet(data), textRevision: revision }]);
    },
    SnippetDeleted: ({ byOwner }, { ownerId, snippetId }) => dropEntry(byOwner, ownerId, snippetId),
  },
});

// Navigation views: what people have put into the navigation of their clients.

export interface NavigationView extends Owned {
  readonly id: NavigationViewId;
  /** The part of a URL behind `#`; unique among the views of its owner. */
  readonly fragment: string;
  readonly isPinned: boolean;
  /** null for a view that clients have a name for. */
  readonly name: string | null;
}

/** A view from the data of an event. */
export function navigationViewFromEvent(data: EventTypes['NavigationViewAdded']): NavigationView {
  const [fragment, name] = [readErasable(data.fragment, ''), readErasable(data.name, null)];
  const size = fragment.length + (name?.length ?? 0);
  return { id: data.viewId, size, fragment, isPinned: data.isPinned, name };
}

export const navigationViewsSlice = slice({
  version: 1,
  state: () => ({
    byOwner: map<UserId, readonly NavigationView[]>(),
    nextId: cell(1 as NavigationViewId),
  }),
  evolve: {
    NavigationViewAdded({ byOwner, nextId }, data) {
      putEntries(byOwner, data.ownerId, [navigationViewFromEvent(data)]);
      nextId.set((data.viewId + 1) as NavigationViewId);
    },
    NavigationViewChanged: ({ byOwner }, data) =>
      putEntries(byOwner, data.ownerId, [navigationViewFromEvent(data)]),
    NavigationViewRemoved: ({ byOwner }, { ownerId, viewId }) => dropEntry(byOwner, ownerId, viewId),
  },
});

/** State with navigation views. */
interface WithNavigationViews {
  readonly navigationViews: ReturnType<typeof navigationViewsSlice.state>;
}

/** A person's views in the order in which they were added, without erased ones. */
export const navigationViewsOf = (
  { navigationViews }: WithNavigationViews,
  ownerId: UserId | null,
): readonly NavigationView[] =>
  ownEntries(navigationViews.byOwner, ownerId).filter(({ fragment }) => fragment !== '');

// Hints that people have been shown once, and need not be shown again.

export const onboardingSlice = slice({
  version: 1,
  state: () => ({ seenBy: map<UserId, readonly string[]>() }),
  evolve: {
    OnboardingStepSeen: ({ seenBy }, { userId, step }) =>
      seenBy.set(userId, [...(seenBy.get(userId) ?? []), step]),
  },
});

/** State with onboarding steps. */
interface WithOnboarding {
  readonly onboarding: ReturnType<typeof onboardingSlice.state>;
}

/** The steps that a person has not seen yet. */
export function unseenSteps({ onboarding }: WithOnboarding, userId: UserId): readonly string[] {
  const seen = onboarding.seenBy.get(userId);
  return seen === undefined ? ONBOARDING_STEPS : ONBOARDING_STEPS.filter((step) => !seen.includes(step));
}
