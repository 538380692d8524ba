/** Client events of drafts, for their owner. */
import { readErasable } from '../events/define.ts';
import { drafts, findDrafts } from '../projections/drafts.ts';
import { wireDraft } from '../wire/drafts.ts';
import { activeAmong } from './audiences.ts';
import { payloadTo, translate } from './define.ts';
import { fromViews, snapshot } from './snapshot/define.ts';

export const draftsLive = translate({
  DraftsSaved({ data: { ownerId, draftIds, texts } }, { after }) {
    const saved = readErasable(texts, []).flatMap((text, index) => {
      const draftId = draftIds[index];
      return draftId === undefined ? [] : [wireDraft({ draftId, ...text })];
    });
    return payloadTo(activeAmong(after, [ownerId]), { type: 'drafts', op: 'add', drafts: saved });
  },
  DraftEdited({ data: { ownerId, draftId, text } }, { after }) {
    const said = readErasable(text, undefined);
    if (said === undefined) return [];
    const draft = wireDraft({ draftId, ...said });
    return payloadTo(activeAmong(after, [ownerId]), { type: 'drafts', op: 'update', draft });
  },
  DraftDeleted: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), { type: 'drafts', op: 'remove', draft_id: data.draftId }),
});

/** The most recent first. */
export const draftsSnapshot = snapshot({
  drafts: fromViews({
    projections: [drafts],
    version: ({ state, viewerId }) => viewerId && state.drafts.byOwner.get(viewerId),
    read: async (views, { state, viewerId }) => (viewerId === null ? [] : findDrafts(views, state, viewerId)),
    fields: (_source, found) => ({ drafts: found.map(wireDraft).reverse() }),
  }),
});
