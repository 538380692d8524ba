/** What the wire shows of a channel, where routes look for it. */
export { channelFields, wireChannel } from '../wire/channels.ts';
