/** Client events of code playgrounds. */
import { wirePlayground } from '../wire/playgrounds.ts';
import { everybody } from './audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

const changed = (_event: unknown, { after }: LiveTransition): readonly AddressedPayload[] =>
  payloadTo(everybody(after), {
    type: 'realm_playgrounds',
    realm_playgrounds: after.playgrounds.all.get().map(wirePlayground),
  });

export const playgroundsLive = translate({ PlaygroundAdded: changed, PlaygroundRemoved: changed });

export const playgroundsSnapshot = snapshot({
  realm_playgrounds: ({ state }) => ({ realm_playgrounds: state.playgrounds.all.get().map(wirePlayground) }),
});
