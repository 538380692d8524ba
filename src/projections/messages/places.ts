/** The values in message indexes under which a channel's matching messages are found. */
import { conversationKey } from '../../events/messages.ts';
import type { TopicPolicy } from '../../events/topics.ts';
import type { ChannelId } from '../../ids.ts';
import { isChannelMuted, topicsWithPolicy } from '../../organization/topics.ts';
import { type NarrowTerm, firstPositiveTerm } from './narrow.ts';
import { traitKey } from './traits.ts';
import type { Viewer } from './viewer.ts';

/** A message's values in the fields of an index. */
export type IndexValues = Readonly<Record<string, number | string>>;

/** Places in a channel; no message is in two of them. */
export type IndexValuesIn = (channelId: ChannelId) => readonly IndexValues[];

/** Prepares where a narrow must look in each channel. */
export function indexValuesFor(viewer: Viewer, narrow: readonly NarrowTerm[]): IndexValuesIn {
  const topic = firstPositiveTerm(narrow, 'topic')?.topic;
  const trait =
    firstPositiveTerm(narrow, 'trait')?.trait ?? (firstPositiveTerm(narrow, 'alerted') && 'alerted');
  const senderId = firstPositiveTerm(narrow, 'sender')?.senderId;
  const conversations = conversationsOf(viewer, narrow);
  return (channelId) => {
    const traits = trait && { traits: traitKey(trait, channelId) };
    if (topic !== undefined)
      return [{ ...traits, conversation: conversationKey({ kind: 'channel', channelId, topic }) }];
    const chosen = conversations(channelId);
    if (chosen !== 'all') return chosen.map((conversation) => ({ ...traits, conversation }));
    if (traits) return [traits];
    return [senderId === undefined ? { channelId } : { senderId }];
  };
}

type Conversations = (channelId: ChannelId) => 'all' | readonly string[];

/** The topics of a channel that the viewer follows, has muted, or has not muted, as the narrow requires. */
function conversationsOf(viewer: Viewer, narrow: readonly NarrowTerm[]): Conversations {
  const { organization, viewerId } = viewer;
  const held = (...policies: readonly TopicPolicy[]) => topicsWithPolicy(organization, viewerId, policies);
  const isMuted = (channelId: ChannelId) => isChannelMuted(organization, viewerId, channelId);
  if (firstPositiveTerm(narrow, 'followed')) {
    const followed = held('followed');
    return (channelId) => followed.get(channelId) ?? [];
  }
  if (firstPositiveTerm(narrow, 'muted')) {
    const muted = held('muted');
    return (channelId) => (isMuted(channelId) ? 'all' : (muted.get(channelId) ?? []));
  }
  if (firstPositiveTerm(narrow, 'home')) {
    const kept = held('unmuted', 'followed');
    return (channelId) => (isMuted(channelId) ? (kept.get(channelId) ?? []) : 'all');
  }
  return () => 'all';
}
