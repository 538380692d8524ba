/** Creating one channel, without subscribing to present ones. */
import { requireThat } from '../errors.ts';
import { UsersSubscribed } from '../events/subscriptions.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { canSubscribeOthersAtOnce } from '../organization/access/channels.ts';
import { initialChannel, channelByName } from '../organization/channels.ts';
import { command, type DecidedEvent } from './define.ts';
import { createdChannel, creationEvents, type NewChannelSettings } from './newChannels.ts';
import { resolvePrincipals } from './principals.ts';
import { refuseTooManySubscriptions } from './structureBounds.ts';
import { checkedChannelDescription, checkedChannelName } from './text.ts';

export interface CreateChannelInput {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  /** The caller only if they are among them. */
  readonly subscriberIds: readonly UserId[];
  readonly settings: NewChannelSettings;
}

/** Creates a channel under a name that no other has, archived or not, with its first subscribers. */
export const createChannel = command<CreateChannelInput, { readonly channelId: ChannelId }>({
  name: 'CreateChannel',
  decide(organization, input, context) {
    const name = checkedChannelName(input.name);
    const description = checkedChannelDescription(input.description);
    const isFree = channelByName(organization, name) === undefined;
    const taken = `Channel '${name}' already exists`;
    requireThat(isFree, taken, 'CHANNEL_ALREADY_EXISTS', { channel_name: name });
    const { subscriberIds: wanted, settings, renderedDescription } = input;
    const { userIds, areOthers } = resolvePrincipals(organization, { kind: 'ids', userIds: wanted }, context);
    const people = wanted.length > 0 ? userIds.length : 0;
    refuseTooManySubscriptions(organization, { channels: 1, people });
    const channelId = organization.channels.nextChannelId.get();
    const text = { name, description, renderedDescription };
    const created = createdChannel(organization, channelId, text, settings, context);
    const channel = initialChannel(created.data, context.now);
    const may = !areOthers || canSubscribeOthersAtOnce(organization, context.actor, channel);
    requireThat(may, 'Insufficient permission');
    const events: DecidedEvent[] = creationEvents(organization, context.actor, [created], settings);
    if (people > 0) events.push(UsersSubscribed({ channelIds: [channelId], userIds: [...userIds] }));
    return { events, result: { channelId } };
  },
});
