/** Channels as JSON texts, cached until their sources change: every registration contains all of them. */
import { seesEverybody } from '../../organization/access/people.ts';
import { activityValidUntil } from '../../organization/channelActivity.ts';
import type { Channel } from '../../organization/channels.ts';
import { subscribersOf } from '../../organization/subscriptions.ts';
import { membersOf, systemGroupId } from '../../organization/userGroups.ts';
import { redactNames } from '../../wire/mentionNames.ts';
import { channelInEvent } from '../sight.ts';
import type { SnapshotSource } from './define.ts';

interface CachedText {
  readonly madeOf: readonly unknown[];
  /** UNIX milliseconds until which activity and traffic stay the same. */
  readonly until: number;
  readonly text: string;
}

const kept = new WeakMap<Channel, CachedText>();

/**
 * Serializes a channel at its current revision; separately for viewers who may not know people mentioned in
 * its description.
 */
export function channelTexts({ state, viewerId, access, now }: SnapshotSource): (channel: Channel) => string {
  const active = membersOf(state, systemGroupId('role:everyone'));
  const people = [active, state.userGroups.inactiveUsers.get()];
  const knowsAll = seesEverybody(state, viewerId);
  return (channel) => {
    const { channelId, createdAt, renderedDescription: html } = channel;
    const renderedDescription = knowsAll ? html : redactNames(html, access);
    if (renderedDescription !== html)
      return JSON.stringify(channelInEvent(state, { ...channel, renderedDescription }, now));
    const activity = state.channelActivity.byChannel.get(channelId);
    const madeOf = [activity, subscribersOf(state, channelId), ...people];
    const known = kept.get(channel);
    if (known && now < known.until && known.madeOf.every((part, index) => part === madeOf[index]))
      return known.text;
    const text = JSON.stringify(channelInEvent(state, channel, now));
    kept.set(channel, { madeOf, until: activityValidUntil(activity, createdAt, now), text });
    return text;
  };
}
