/** Time-driven decisions: which channels are no longer recently active. */
import { ChannelsWentQuiet } from '../events/channels.ts';
import { quietChannels } from '../organization/channelActivity.ts';
import { command } from './define.ts';

/** Channels per event; the rest follow with the next check. */
const CHANNELS_PER_EVENT = 10_000;

/** Submitted periodically by the clock: channels without recent messages. */
export const noteQuietChannels = command<void, void>({
  name: 'NoteQuietChannels',
  decide({ channelActivity }, _input, { now }) {
    const channelIds = quietChannels(channelActivity, now).slice(0, CHANNELS_PER_EVENT);
    return { events: channelIds.length > 0 ? [ChannelsWentQuiet({ channelIds })] : [], result: undefined };
  },
});
