/** Links of imported texts to what has been imported, too. */
import { placeForId } from '../../commands/messages/importedLinks.ts';
import type { ChannelId, UserId } from '../../ids.ts';
import type { LinkPart, LinkRecord } from '../../import/records.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { channelLinkTarget } from '../../rendering/channelLinks.ts';

/** What links can lead to. */
export interface LinkTargets {
  readonly organization: OrganizationState;
  readonly people: ReadonlyMap<string, UserId>;
  readonly channels: ReadonlyMap<string, ChannelId>;
  /** What messages are imported under. */
  readonly keyOf: (...key: readonly string[]) => string;
  /** Whether a message has been imported, or is about to be. */
  readonly isImported: (keyHash: string) => boolean;
}

/** The Markdown of a link; as it was if something that it names is not imported. */
export function linkMarkdown({ written, label, parts }: LinkRecord, scene: LinkTargets): string {
  const words: string[] = [];
  for (const part of parts) {
    const word = wordOf(part, scene);
    if (word === undefined) return written;
    words.push(word);
  }
  const shown = label ?? labelOf(parts, scene);
  return `[${shown.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](/#narrow/${words.join('/')})`;
}

function wordOf(part: LinkPart, scene: LinkTargets): string | undefined {
  if (typeof part === 'string') return part;
  if ('channelKey' in part) {
    const channel = channelOf(part.channelKey, scene);
    const link = { channel: '' };
    return (
      channel &&
      channelLinkTarget({ id: channel.channelId, name: channel.name }, link, undefined).split('/').at(-1)
    );
  }
  if ('messageKey' in part) {
    const keyHash = scene.keyOf('message', part.messageKey);
    return scene.isImported(keyHash) ? placeForId(keyHash) : undefined;
  }
  const userIds = part.personKeys.map((key) => scene.people.get(key));
  if (userIds.includes(undefined)) return undefined;
  return `${userIds.join(',')}-${userIds.length > 1 ? 'group' : 'dm'}`;
}

const channelOf = (key: string, { organization, channels }: LinkTargets) =>
  organization.channels.byId.get(channels.get(key) ?? (0 as ChannelId));

/** What a URL alone becomes. */
function labelOf(parts: readonly LinkPart[], scene: LinkTargets): string {
  const [channel] = parts.flatMap((part) =>
    typeof part === 'object' && 'channelKey' in part ? (channelOf(part.channelKey, scene)?.name ?? []) : [],
  );
  return channel === undefined ? 'an earlier conversation' : `#${channel}`;
}
