/** Time-driven decisions: which channels are no longer recently active. */
import { ChannelsWentQuiet } from '../events/channels.ts';
import { channelsGoneQuiet } from '../organization/channelActivity.ts';
import { command } from './define.ts';

/** Channels per event; the rest follow with the next check. */
const AT_ONCE = 10_000;

/** Submitted periodically by the clock: channels without recent messages. */
export const noteQuietChannels = command<void, void>({
  name: 'NoteQuietChannels',
  decide({ channelActivity }, _input, { now }) {
    const channelIds = channelsGoneQuiet(channelActivity, now).slice(0, AT_ONCE);
    return { events: channelIds.length > 0 ? [ChannelsWentQuiet({ channelIds })] : [], result: undefined };
  },
});
