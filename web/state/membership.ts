/** Joining and leaving channels. */
import { attempt, client } from './connection.ts';
import type { Channel } from './data.ts';
import { openDialog } from './dialogs.ts';

/** Joins a channel, or leaves it: at once, unless the reader could not come back by themselves. */
export function joinOrLeave({
  name,
  stream_id: channelId,
  isSubscribed,
  invite_only: isPrivate,
}: Channel): void {
  if (isSubscribed && isPrivate) openDialog({ kind: 'leave', channelId });
  else if (isSubscribed) void leave(name);
  else void attempt(() => client.call('POST /users/me/subscriptions', { subscriptions: [{ name }] }));
}

/** Resolves with whether it worked. */
export const leave = (name: string): Promise<boolean> =>
  attempt(() => client.call('DELETE /users/me/subscriptions', { subscriptions: [name] }));
