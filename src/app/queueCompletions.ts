/** What event queues add to an event on delivery, read from the views and the vault. */
import type { NamedProjection } from '../projections/define.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { messages } from '../projections/messages/projection.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import type { UserId } from '../ids.ts';
import type { DeferredFields, QueueOwner } from '../live/queues/completions.ts';
import { accessOf } from '../organization/access.ts';
import { botSettings } from '../organization/bots.ts';
import type { OrganizationState } from '../organization/state.ts';
import { findMessageForRecipient } from '../projections/messages/page.ts';
import type { ShownMessage } from '../projections/messages/shown.ts';
import { findSubscriptionSettings, subscriptions } from '../projections/subscriptions.ts';
import { type UserTopic, userTopics, findUserTopics } from '../projections/userTopics.ts';
import type { LevelViews } from '../projections/views.ts';
import type { Secrets } from '../vault/secrets.ts';
import { wireMutedTopics } from '../wire/userTopics.ts';
import { wireFlags } from '../wire/messageFields.ts';

interface DeferredFieldDependencies {
  readonly lanes: Lanes;
  readonly views: LevelViews;
  readonly secrets: Pick<Secrets, 'showBotToken'>;
}

export function queueCompletions({ lanes, views, secrets }: DeferredFieldDependencies): DeferredFields {
  const stateOf = async ({ organizationId }: QueueOwner): Promise<OrganizationState> =>
    (await lanes.organization(organizationId)).state;
  const level = (projections: readonly NamedProjection[], { organizationId, revision }: QueueOwner) =>
    views.level(projections, organizationId, revision);
  const shown = async (reader: QueueOwner, messageId: number): Promise<ShownMessage | undefined> => {
    const state = await stateOf(reader);
    const access = accessOf(state, reader.userId);
    const views = await level([messages, messageFacts], reader);
    return findMessageForRecipient(views, access, state, messageId as ShownMessage['messageId']);
  };
  return {
    recipientId: async (reader, messageId) =>
      (await shown(reader, messageId))?.recipientId ?? 2 * messageId + 1,
    async flagsOf(reader, messageId) {
      const message = await shown(reader, messageId);
      return message ? wireFlags(message.flags) : [];
    },
    async settingsOf(reader) {
      const state = await stateOf(reader);
      return findSubscriptionSettings(
        await level([subscriptions], reader),
        accessOf(state, reader.userId),
        state,
      );
    },
    async mutedTopics(reader, showsArchived) {
      const state = await stateOf(reader);
      const topics = await findUserTopics(await level([userTopics], reader), reader, reader.userId);
      const access = accessOf(state, reader.userId);
      const isShown = ({ channelId }: UserTopic): boolean =>
        access.seesChannel(channelId) &&
        (showsArchived || state.channels.byId.get(channelId)?.archived !== true);
      return wireMutedTopics(state, topics.filter(isShown));
    },
    async botToken(reader, botId: UserId) {
      const { service } = botSettings(await stateOf(reader), botId);
      return service === null ? undefined : secrets.showBotToken(service.tokenCredentialId);
    },
  };
}
