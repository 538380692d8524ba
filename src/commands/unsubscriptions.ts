/** Decisions about unsubscribing. */
import { requireThat } from '../errors.ts';
import { UsersUnsubscribed } from '../events/subscriptions.ts';
import type { UserId } from '../ids.ts';
import { canUnsubscribeOthers, hasMetadataAccess } from '../organization/access/channels.ts';
import { ownsBot } from '../organization/access/people.ts';
import { type Channel, channelByName } from '../organization/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { isSubscribed } from '../organization/subscriptions.ts';
import { command, type DecisionContext, nothingToDo } from './define.ts';
import { resolvePrincipals, type Principals } from './principals.ts';
import { refuseTooManyAtOnce } from './structureBounds.ts';
import { distinctChannels } from './subscriptions.ts';

export interface UnsubscribeInput {
  readonly channelNames: readonly string[];
  readonly principals: Principals;
}

/**
 * Ends subscriptions. `removed` are channels that somebody left, `not removed` those that somebody was not
 * subscribed to.
 */
export const unsubscribe = command<
  UnsubscribeInput,
  { removed: readonly string[]; notRemoved: readonly string[] }
>({
  name: 'Unsubscribe',
  decide(organization, input, context) {
    const names = distinctChannels(input.channelNames.map((name) => ({ name }))).map(({ name }) => name);
    const channels = names.map((name) => channelToLeave(organization, name, context));
    const unknown = names.filter((_, index) => channels[index] === undefined);
    requireThat(unknown.length === 0, `Channel(s) (${unknown.join(', ')}) do not exist`);
    const { userIds } = resolvePrincipals(organization, input.principals, context);
    refuseTooManyAtOnce(names.length, userIds.length);
    const { actor } = context;
    const areOthers = userIds.some((userId) => userId !== actor && !ownsBot(organization, actor, userId));
    const known = channels.filter((channel) => channel !== undefined);
    const may = !areOthers || known.every((channel) => canUnsubscribeOthers(organization, actor, channel));
    requireThat(may, 'Insufficient permission');
    return removal(organization, known, userIds);
  },
});

/** A channel that the caller cannot see is treated as absent, unless they are a subscriber. */
function channelToLeave(organization: OrganizationState, name: string, { actor }: DecisionContext) {
  const channel = channelByName(organization, name);
  return channel && hasMetadataAccess(organization, actor, channel) ? channel : undefined;
}

function removal(organization: OrganizationState, channels: readonly Channel[], userIds: readonly UserId[]) {
  const leaving = channels.map((channel) => ({
    channel,
    userIds: userIds.filter((userId) => isSubscribed(organization, userId, channel.channelId)),
  }));
  const left = leaving.filter((entry) => entry.userIds.length > 0);
  const result = {
    removed: left.map(({ channel }) => channel.name),
    notRemoved: leaving
      .filter((entry) => entry.userIds.length < userIds.length)
      .map(({ channel }) => channel.name),
  };
  if (left.length === 0) return nothingToDo(result);
  const events = left.map((entry) =>
    UsersUnsubscribed({ channelIds: [entry.channel.channelId], userIds: entry.userIds }),
  );
  return { events, result };
}
