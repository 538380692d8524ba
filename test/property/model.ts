/** The answers of the model, and its observable state. */
import { posts, reads, sees } from './model/channelAccess.ts';
import { archive, changePermission, changeVisibility, rename } from './model/channels.ts';
import {
  changeGroupPermission,
  changeMembers,
  deactivateGroup,
  makeGroup,
  reactivateGroup,
} from './model/groups.ts';
import {
  type Channel,
  forEach,
  isIn,
  type GroupRef,
  type Organization,
  type Setting,
  SYSTEM_GROUPS,
  WHO,
  type Who,
} from './model/organization.ts';
import { changeRole, deactivate, reactivate } from './model/people.ts';
import { canonical } from './model/settings.ts';
import type { Answer, Deed, Step } from './model/step.ts';
import { subscribe, unsubscribe } from './model/subscriptions.ts';

const DEEDS: { readonly [Does in Deed]: (organization: Organization, step: Step<Does>) => Answer } = {
  subscribe,
  unsubscribe,
  rename,
  changeVisibility,
  changePermission,
  archive,
  unarchive: archive,
  makeGroup,
  changeMembers,
  changeGroupPermission,
  deactivateGroup,
  reactivateGroup,
  changeRole,
  deactivate,
  reactivate,
};

/** Does one step; who is deactivated cannot even ask. */
export function modelAnswer(organization: Organization, step: Step): Answer {
  if (!organization.people[step.by].active) return { refused: ['USER_DEACTIVATED'] };
  return (DEEDS[step.does] as (organization: Organization, step: Step) => Answer)(organization, step);
}

/** Everything that is compared after each step. */
export interface Seen {
  readonly channels: readonly object[];
  readonly groups: readonly object[];
  readonly people: Organization['people'];
  readonly members: Readonly<Record<string, readonly Who[]>>;
  /** Channels that each may know of, read and send to, by number. */
  readonly access: Readonly<Record<Who, Readonly<Record<'sees' | 'reads' | 'posts', readonly number[]>>>>;
}

export function seenOfModel(organization: Organization): Seen {
  const { channels, groups, people } = organization;
  const shown = (settings: Readonly<Record<string, Setting>>) =>
    Object.entries(settings).map(([name, setting]) => [name, canonical(organization, setting)]);
  const numbers = (may: (channel: Channel) => boolean): number[] =>
    channels.flatMap((channel, index) => (may(channel) ? [index + 1] : []));
  const all: readonly GroupRef[] = [...SYSTEM_GROUPS, ...groups.map((_, index) => index + 1)];
  return {
    channels: channels.map(({ settings, subscribers, ...channel }) => ({
      ...channel,
      settings: shown(settings),
      subscribers: [...subscribers].sort(),
    })),
    groups: groups.map(({ settings, members, subgroups, ...group }) => ({
      ...group,
      settings: shown(settings),
      direct: [...members].filter((who) => people[who].active).sort(),
      subgroups: [...subgroups].map(String).sort(),
    })),
    people,
    members: Object.fromEntries(
      all.map((group) => [group, WHO.filter((who) => isIn(organization, who, group)).sort()]),
    ),
    access: forEach((who) => ({
      sees: numbers((channel) => sees(organization, who, channel)),
      reads: numbers((channel) => reads(organization, who, channel)),
      posts: numbers((channel) => people[who].active && posts(organization, who, channel)),
    })),
  };
}
