/** Decisions about drafts. */
import { NotFound, requireThat } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { DraftId, DraftText } from '../../events/personal.ts';
import { accessOf } from '../../organization/access/access.ts';
import { seesUser } from '../../organization/access/people.ts';
import { ownEntry, sizeOfDraft } from '../../organization/slices/personal.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecisionContext, requireCaller } from '../define.ts';
import { checkedTopic, untruncatedContent } from '../text.ts';
import { refuseTooManyEntries } from './owned.ts';

/** Drafts of one person. */
const BOUND = { most: 1_000, what: 'drafts' };

/** A draft as a client sends it. */
export interface DraftInput {
  /** '' is nowhere yet. */
  readonly type: '' | 'private' | 'stream';
  /** A channel, or people. */
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  /** UNIX seconds; now, if undefined. */
  readonly timestamp: number | undefined;
}

interface SaveDraftsInput {
  readonly drafts: readonly DraftInput[];
  /** UNIX milliseconds. */
  readonly at: number;
}

/** Keeps drafts, in their order. */
export const saveDrafts = command<SaveDraftsInput, { readonly draftIds: readonly DraftId[] }>({
  name: 'SaveDrafts',
  decide(organization, { drafts, at }, context) {
    const ownerId = requireCaller(context);
    requireSynchronization(organization, ownerId);
    const texts = drafts.map((draft) => checkedDraft(organization, draft, at, context));
    if (texts.length === 0) return { events: [], result: { draftIds: [] } };
    const first = organization.drafts.nextId.get();
    const draftIds = texts.map((_, index) => (first + index) as DraftId);
    const entries = texts.map((text, index) => ({ id: first + index, size: sizeOfDraft(text) }));
    refuseTooManyEntries(organization.drafts.byOwner, ownerId, entries, BOUND);
    return { events: [newEvent('DraftsSaved', { ownerId, draftIds, texts })], result: { draftIds } };
  },
});

interface EditDraftInput {
  readonly draftId: DraftId;
  readonly draft: DraftInput;
  /** UNIX milliseconds. */
  readonly at: number;
}

/** Replaces a draft. */
export const editDraft = command<EditDraftInput, void>({
  name: 'EditDraft',
  decide(organization, { draftId, draft, at }, context) {
    const ownerId = ownerOf(organization, draftId, context);
    const text = checkedDraft(organization, draft, at, context);
    refuseTooManyEntries(
      organization.drafts.byOwner,
      ownerId,
      [{ id: draftId, size: sizeOfDraft(text) }],
      BOUND,
    );
    return done(newEvent('DraftEdited', { ownerId, draftId, text }));
  },
});

export const deleteDraft = command<{ readonly draftId: DraftId }, void>({
  name: 'DeleteDraft',
  decide(organization, { draftId }, context) {
    const ownerId = ownerOf(organization, draftId, context);
    return done(newEvent('DraftDeleted', { ownerId, draftId }));
  },
});

/** Refuses all requests about drafts of people who have disabled synchronizing them. */
export function requireSynchronization({ users }: OrganizationState, ownerId: UserId): void {
  const isOn = users.byId.get(ownerId)?.settings.enableDraftsSynchronization === true;
  requireThat(isOn, 'User has disabled synchronizing drafts.');
}

/** The caller, if it is theirs. */
function ownerOf(organization: OrganizationState, draftId: DraftId, context: DecisionContext): UserId {
  const ownerId = requireCaller(context);
  requireSynchronization(organization, ownerId);
  if (ownEntry(organization.drafts.byOwner, ownerId, draftId) === undefined)
    throw new NotFound('Draft does not exist');
  return ownerId;
}

function checkedDraft(
  organization: OrganizationState,
  draft: DraftInput,
  at: number,
  context: DecisionContext,
): DraftText {
  const { timestamp = Math.floor(at / 1000) } = draft;
  requireThat(timestamp >= 0, 'Timestamp must not be negative.');
  const content = untruncatedContent(draft.content);
  return {
    ...checkedDestination(organization, draft, requireCaller(context)),
    content,
    writtenAt: timestamp,
  };
}

function checkedDestination(
  organization: OrganizationState,
  { type, to, topic }: DraftInput,
  ownerId: UserId,
): Pick<DraftText, 'channelId' | 'topic' | 'recipientIds'> {
  if (type === '') return {};
  if (type === 'private') return { recipientIds: recipients(organization, to as readonly UserId[], ownerId) };
  requireThat(!topic.includes('\0'), 'Topic must not contain null bytes');
  requireThat(to.length === 1, 'Must specify exactly 1 stream ID for stream messages');
  const channelId = to[0] as ChannelId;
  requireThat(accessOf(organization, ownerId).readsContent(channelId), 'Invalid channel ID');
  return { channelId, topic: checkedTopic(topic) };
}

/** The owner is one of them only where nobody else is. */
function recipients(
  organization: OrganizationState,
  to: readonly UserId[],
  ownerId: UserId,
): readonly UserId[] {
  const unknown = to.find(
    (userId) => !organization.users.byId.has(userId) || !seesUser(organization, ownerId, userId),
  );
  requireThat(unknown === undefined, `Invalid user ID ${unknown}`);
  const others = [...new Set(to)].filter((userId) => userId !== ownerId);
  return others.length > 0 || to.length === 0 ? others : [ownerId];
}
