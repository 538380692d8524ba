/** Subscribing and unsubscribing in one call. */
import { requireThat } from '../errors.ts';
import { nameKey } from '../names.ts';
import { command } from './define.ts';
import { subscribe, type SubscribeInput, type SubscribeResult } from './subscriptions.ts';
import { unsubscribe, type UnsubscribeInput } from './unsubscriptions.ts';

interface ChangeInput {
  readonly added: SubscribeInput;
  readonly removed: UnsubscribeInput;
}

interface ChangeResult {
  readonly added: SubscribeResult;
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/** Subscribes to channels and unsubscribes from others; all of it or nothing. */
export const changeSubscriptions = command<ChangeInput, ChangeResult>({
  name: 'ChangeSubscriptions',
  decide(organization, { added, removed }, context) {
    const isSomething = added.channels.length > 0 || removed.channelNames.length > 0;
    requireThat(isSomething, 'Nothing to do. Specify at least one of "add" or "delete".');
    const names = new Set(added.channels.map(({ name }) => nameKey(name.trim())));
    const both = removed.channelNames.filter((name) => names.has(nameKey(name.trim())));
    requireThat(both.length === 0, `Channel(s) (${both.join(', ')}) are both in "add" and in "delete".`);
    const adding = subscribe.decide(organization, added, context);
    const removing = unsubscribe.decide(organization, removed, context);
    return {
      events: [...adding.events, ...removing.events],
      result: { added: adding.result, ...removing.result },
    };
  },
});
