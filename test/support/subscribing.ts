/** What `subscribe` is given where a test asks for nothing special. */
import type { NewChannelSettings } from '../../src/commands/channels/create.ts';
import type { SubscribeInput } from '../../src/commands/channels/subscriptions.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '../../src/events/channels.ts';

export const plainChannels: NewChannelSettings = {
  isPrivate: false,
  isWebPublic: false,
  serverAllowsWebPublic: false,
  historyPublicToSubscribers: undefined,
  isDefault: false,
  ...DEFAULT_CHANNEL_SETTINGS,
  permissions: {},
  announced: false,
};

/** The caller, to channels of these names. */
export const subscribingTo = (
  names: readonly string[],
  given: Partial<SubscribeInput> = {},
): SubscribeInput => ({
  channels: names.map((name) => ({ name, description: '', renderedDescription: '', color: undefined })),
  principals: { kind: 'self' },
  authorizationErrorsFatal: true,
  notifiesNewcomers: true,
  newChannels: plainChannels,
  ...given,
});
