/** Under which values of the message indexes those messages of one channel lie that a narrow may let pass. */
import { conversationKey } from '../../events/messages.ts';
import type { TopicPolicy } from '../../events/topics.ts';
import type { ChannelId } from '../../ids.ts';
import { isChannelMuted, topicsWithPolicy } from '../../organization/topics.ts';
import { type NarrowTerm, positive } from './narrow.ts';
import { traitKey } from './traits.ts';
import type { Viewer } from './viewer.ts';

/** Values that a message has in the fields of an index. */
export type Place = Readonly<Record<string, number | string>>;

/** The places in a channel; several of them have no message in common. */
export type PlacesIn = (channelId: ChannelId) => readonly Place[];

/** Works out for a narrow where it has to look in each channel. */
export function placesOf(viewer: Viewer, narrow: readonly NarrowTerm[]): PlacesIn {
  const topic = positive(narrow, 'topic')?.topic;
  const trait = positive(narrow, 'trait')?.trait ?? (positive(narrow, 'alerted') && 'alerted');
  const senderId = positive(narrow, 'sender')?.senderId;
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

/** Which topics of a channel the viewer follows, has muted, or has not muted, as far as the narrow asks for it. */
function conversationsOf(viewer: Viewer, narrow: readonly NarrowTerm[]): Conversations {
  const { organization, viewerId } = viewer;
  const held = (...policies: readonly TopicPolicy[]) => topicsWithPolicy(organization, viewerId, policies);
  const isMuted = (channelId: ChannelId) => isChannelMuted(organization, viewerId, channelId);
  if (positive(narrow, 'followed')) {
    const followed = held('followed');
    return (channelId) => followed.get(channelId) ?? [];
  }
  if (positive(narrow, 'muted')) {
    const muted = held('muted');
    return (channelId) => (isMuted(channelId) ? 'all' : (muted.get(channelId) ?? []));
  }
  if (positive(narrow, 'home')) {
    const kept = held('unmuted', 'followed');
    return (channelId) => (isMuted(channelId) ? (kept.get(channelId) ?? []) : 'all');
  }
  return () => 'all';
}
