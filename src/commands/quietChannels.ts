/** Decisions that time makes: which channels are not recently active any more. */
import { ChannelsWentQuiet } from '../events/channels.ts';
import { channelsGoneQuiet } from '../organization/channelActivity.ts';
import { command } from './define.ts';

/** Channels of one event; what is more waits for the next look. */
const AT_ONCE = 10_000;

/** Submitted by a clock now and then: channels in which nothing was said for long, or nothing is left of it. */
export const noteQuietChannels = command<void, void>({
  name: 'NoteQuietChannels',
  decide({ channelActivity }, _input, { now }) {
    const channelIds = channelsGoneQuiet(channelActivity, now).slice(0, AT_ONCE);
    return { events: channelIds.length > 0 ? [ChannelsWentQuiet({ channelIds })] : [], result: undefined };
  },
});
