/** Client events of alert words, for their owner. */
import type { UserId } from '../ids.ts';
import { alertWordsOf } from '../organization/alertWords.ts';
import { onlyThem } from './audiences.ts';
import { type Moment, payloadTo, type AddressedPayload, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const alertWordsLive = translate({
  AlertWordsAdded: ({ data }, moment) => changed(moment, data.userId),
  AlertWordsRemoved: ({ data }, moment) => changed(moment, data.userId),
});

const changed = ({ after }: Moment, userId: UserId): readonly AddressedPayload[] =>
  payloadTo(onlyThem(after, [userId]), {
    type: 'alert_words',
    alert_words: [...alertWordsOf(after, userId)],
  });

export const alertWordsSnapshot = snapshot({
  alert_words: ({ state, viewerId }) => ({
    alert_words: viewerId === null ? [] : [...alertWordsOf(state, viewerId)],
  }),
});
