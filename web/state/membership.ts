/** Joining and leaving channels. */
import { attempt, client } from './connection.ts';
import type { Channel } from './data.ts';
import { strings } from '../strings.ts';
import { confirm } from './dialogs.ts';

/** Joins a channel, or leaves it: at once, unless the reader could not come back by themselves. */
export function joinOrLeave({ name, isSubscribed, invite_only: isPrivate }: Channel): void {
  const leave = (): Promise<unknown> =>
    client.call('DELETE /users/me/subscriptions', { subscriptions: [name] });
  const { leaving, leaveHint: hint, leave: button } = strings.channel;
  if (isSubscribed && isPrivate) confirm({ title: leaving(name), hint, button, work: leave });
  else if (isSubscribed) void attempt(leave);
  else void attempt(() => client.call('POST /users/me/subscriptions', { subscriptions: [{ name }] }));
}
