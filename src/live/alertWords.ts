/** Client events of alert words, for their owner. */
import type { UserId } from '../ids.ts';
import { alertWordsOf } from '../organization/alertWords.ts';
import { activeAmong } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const alertWordsLive = translate({
  AlertWordsAdded: ({ data }, moment) => changed(moment, data.userId),
  AlertWordsRemoved: ({ data }, moment) => changed(moment, data.userId),
});

const changed = ({ after }: LiveTransition, userId: UserId): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [userId]), {
    type: 'alert_words',
    alert_words: [...alertWordsOf(after, userId)],
  });

export const alertWordsSnapshot = snapshot({
  alert_words: ({ state, viewerId }) => ({
    alert_words: viewerId === null ? [] : [...alertWordsOf(state, viewerId)],
  }),
});
