/** Client events of linkifiers, for clients that understand URL templates. */
import { linkifiersOf } from '../organization/linkifiers.ts';
import { wireLinkifier } from '../wire/linkifiers.ts';
import { everybody } from './audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

const changed = (_event: unknown, { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(
    everybody(after),
    { type: 'realm_linkifiers', realm_linkifiers: linkifiersOf(after).map(wireLinkifier) },
    { instead: { without: 'linkifier_url_template', payloads: [] } },
  );

export const linkifiersLive = translate({
  LinkifierAdded: changed,
  LinkifierChanged: changed,
  LinkifierRemoved: changed,
  LinkifiersReordered: changed,
});

export const linkifiersSnapshot = snapshot({
  realm_linkifiers: ({ state, capabilities }) => ({
    realm_linkifiers: capabilities.has('linkifier_url_template')
      ? linkifiersOf(state).map(wireLinkifier)
      : [],
  }),
});
