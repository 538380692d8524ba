/** What event queues add to an event on delivery, read from the views and the vault. */
import type { NamedProjection } from '../projections/define.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { messages } from '../projections/messages/projection.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import type { UserId } from '../ids.ts';
import type { Completions, Reader } from '../live/queues/completions.ts';
import { accessOf } from '../organization/access.ts';
import { botSettings } from '../organization/bots.ts';
import type { OrganizationState } from '../organization/state.ts';
import { messageAsShown } from '../projections/messages/page.ts';
import type { ShownMessage } from '../projections/messages/shown.ts';
import { settingsOf, subscriptions } from '../projections/subscriptions.ts';
import { type UserTopic, userTopics, userTopicsOf } from '../projections/userTopics.ts';
import type { LevelViews } from '../projections/views.ts';
import type { Secrets } from '../vault/secrets.ts';
import { wireMutedTopics } from '../wire/userTopics.ts';
import { wireFlags } from '../wire/messageFields.ts';

interface Parts {
  readonly lanes: Lanes;
  readonly views: LevelViews;
  readonly secrets: Pick<Secrets, 'showBotToken'>;
}

export function queueCompletions({ lanes, views, secrets }: Parts): Completions {
  const stateOf = async ({ organizationId }: Reader): Promise<OrganizationState> =>
    (await lanes.organization(organizationId)).state;
  const level = (projections: readonly NamedProjection[], { organizationId, revision }: Reader) =>
    views.level(projections, organizationId, revision);
  const shown = async (reader: Reader, messageId: number): Promise<ShownMessage | undefined> => {
    const state = await stateOf(reader);
    const access = accessOf(state, reader.userId);
    const views = await level([messages, messageFacts], reader);
    return messageAsShown(views, access, state, messageId as ShownMessage['messageId']);
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
      return settingsOf(await level([subscriptions], reader), accessOf(state, reader.userId), state);
    },
    async mutedTopics(reader, showsArchived) {
      const state = await stateOf(reader);
      const topics = await userTopicsOf(await level([userTopics], reader), reader, reader.userId);
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
