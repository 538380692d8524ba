/** Drafts. */
import { z } from 'zod';
import {
  deleteDraft,
  type DraftInput,
  editDraft,
  requireSynchronization,
  saveDrafts,
} from '../../commands/personal/drafts.ts';
import { DraftId } from '../../events/personal.ts';
import { drafts, findDrafts } from '../../projections/personal.ts';
import { named, Topic } from '../../wire/define.ts';
import { Draft, Drafts, Markdown, wireDraft } from '../../wire/personal.ts';
import { json, path } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import { MAX_RECIPIENTS } from '../messages/recipients.ts';
import { MAX_TIMESTAMP_SECONDS } from '../messages/scheduledMessages.ts';

const SentDraft = named(
  'NewDraft',
  'A draft, as it is sent.',
  z.strictObject({
    type: Draft.shape.type,
    to: Draft.shape.to.max(MAX_RECIPIENTS),
    topic: Topic,
    content: Markdown,
    timestamp: z
      .number()
      .max(MAX_TIMESTAMP_SECONDS)
      .transform(Math.floor)
      .optional()
      .describe('When it was last changed, in UNIX seconds; now by default.'),
  }),
);

const inputOf = ({ timestamp, ...draft }: z.infer<typeof SentDraft>): DraftInput => ({ ...draft, timestamp });

export const draftRoutes = routes({
  'GET /drafts': read({
    who: 'user',
    summary: 'List your drafts, the most recent last',
    params: {},
    response: z.strictObject({ count: z.int().describe('Number of the drafts.'), drafts: Drafts }),
    async handle({ actor, organization: { state }, level }) {
      requireSynchronization(state, actor.userId);
      const views = await level(drafts);
      const all = await findDrafts(views, state, actor.userId);
      return { count: all.length, drafts: all.map(wireDraft) };
    },
  }),

  'POST /drafts': write({
    who: 'user',
    summary: 'Create drafts, which all of your clients share',
    params: {
      drafts: json(z.array(SentDraft)).describe(
        '`to` has the ID of a channel, or those of people; `timestamp` is in UNIX seconds.',
      ),
    },
    response: z.strictObject({
      ids: z.array(z.int()).describe('IDs of the new drafts, in the order in which they were sent.'),
    }),
    async handle({ params, services, submit }) {
      const at = services.clock.now();
      const { draftIds } = await submit(saveDrafts, { drafts: params.drafts.map(inputOf), at });
      return { ids: [...draftIds] };
    },
  }),

  'PATCH /drafts/:draft_id': write({
    who: 'user',
    summary: 'Replace a draft',
    params: { draft_id: path(DraftId), draft: json(SentDraft).describe('The draft in its present form.') },
    async handle({ params: { draft_id: draftId, draft }, services, submit }) {
      await submit(editDraft, { draftId, draft: inputOf(draft), at: services.clock.now() });
    },
  }),

  'DELETE /drafts/:draft_id': write({
    who: 'user',
    summary: 'Delete a draft',
    params: { draft_id: path(DraftId) },
    async handle({ params, submit }) {
      await submit(deleteDraft, { draftId: params.draft_id });
    },
  }),
});
