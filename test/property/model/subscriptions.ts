/** Following channels, which makes those that are not there, and leaving them. */
import { adds, reads, removes, sees } from './channelAccess.ts';
import {
  againstDeletePolicy,
  againstPermission,
  againstPrivacy,
  againstVisibility,
  channelNamed,
} from './channels.ts';
import {
  BOT_OWNER,
  type Channel,
  CHANNEL_SETTINGS,
  type ChannelSetting,
  isMember,
  type Organization,
  type Setting,
  type Who,
} from './organization.ts';
import { canonical } from './settings.ts';
import { type Answer, answered, INSUFFICIENT, reasons, type Step } from './step.ts';

/** Each name once, whatever its case, as it was first written. */
const distinct = (names: readonly string[]): readonly string[] =>
  names.filter(
    (name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );

const peopleOf = ({ by, whom }: { readonly by: Who; readonly whom: readonly Who[] }): readonly Who[] =>
  whom.length === 0 ? [by] : [...new Set(whom)];

const againstPeople = ({ people }: Organization, whom: readonly Who[]): string[] =>
  reasons([whom.some((who) => !people[who].active), 'BAD_REQUEST: User is deactivated']);

/** The settings of a new channel where its creator chose nothing. */
const defaults = (by: Who): Record<ChannelSetting, Setting> => ({
  can_add_subscribers_group: 'role:nobody',
  can_administer_channel_group: { people: [by], groups: [] },
  can_create_topic_group: 'role:everyone',
  can_delete_any_message_group: 'role:nobody',
  can_remove_subscribers_group: 'role:administrators',
  can_send_message_group: 'role:everyone',
  can_subscribe_group: 'role:nobody',
});

function channelFor(organization: Organization, step: Step<'subscribe'>, name: string): Channel {
  const settings = { ...defaults(step.by), ...step.settings };
  for (const setting of CHANNEL_SETTINGS) settings[setting] = canonical(organization, settings[setting]);
  const sharesHistory = step.sharesHistory ?? step.privacy !== 'private';
  return {
    name,
    privacy: step.privacy,
    sharesHistory,
    archived: false,
    settings,
    subscribers: new Set(),
  };
}

function againstCreation(organization: Organization, step: Step<'subscribe'>, channel: Channel): string[] {
  const { privacy, sharesHistory, settings } = channel;
  const requested = Object.entries(step.settings) as [ChannelSetting, Setting][];
  return [
    ...againstPrivacy(organization, step.by, privacy),
    ...againstVisibility(organization, privacy, sharesHistory, settings.can_create_topic_group),
    ...requested.flatMap(([setting, value]) => againstPermission(organization, setting, value)),
    ...requested.flatMap(([setting]) =>
      settings[setting] === 'role:nobody' ? [] : againstDeletePolicy(organization, step.by, setting),
    ),
  ];
}

/** All of it or nothing. */
export function subscribe(organization: Organization, step: Step<'subscribe'>): Answer {
  const { by, fatal } = step;
  if (!isMember(organization, by)) return { refused: ['BAD_REQUEST: Not allowed for guest users'] };
  const names = distinct(step.names);
  const made = names
    .filter((name) => !channelNamed(organization, name))
    .map((name) => channelFor(organization, step, name));
  const existing = names.flatMap((name) => channelNamed(organization, name) ?? []);
  const entered = existing.filter((channel) => reads(organization, by, channel));
  const closed = names.filter((name) => {
    const channel = channelNamed(organization, name);
    return channel !== undefined && !entered.includes(channel);
  });
  const areOthers = peopleOf(step).some((who) => who !== by);
  const mayAdd =
    closed.length === 0 && [...made, ...entered].every((channel) => adds(organization, by, channel));
  const against = [
    ...againstPeople(organization, step.whom),
    ...made.flatMap((channel) => againstCreation(organization, step, channel)),
    ...reasons(
      [
        !areOthers && fatal && closed.length > 0,
        `BAD_REQUEST: Unable to access channel (${closed.join(', ')}).`,
      ],
      [areOthers && !mayAdd, INSUFFICIENT],
    ),
  ];
  return answered(against, () => {
    organization.channels.push(...made);
    const all = names.flatMap((name) => channelNamed(organization, name) ?? []);
    return {
      ...enter(
        all.filter((channel) => made.includes(channel) || entered.includes(channel)),
        peopleOf(step),
      ),
      unauthorized: closed,
    };
  });
}

/** Names of channels by who is new in them, and by who was there already. */
function enter(channels: readonly Channel[], people: readonly Who[]) {
  const subscribed: Partial<Record<Who, string[]>> = {};
  const alreadySubscribed: Partial<Record<Who, string[]>> = {};
  for (const { name, subscribers } of channels)
    for (const who of people) {
      const namesByUser = subscribers.has(who) ? alreadySubscribed : subscribed;
      (namesByUser[who] ??= []).push(name);
      subscribers.add(who);
    }
  return { subscribed, alreadySubscribed };
}

/** One's own bot is oneself. */
export function unsubscribe(organization: Organization, step: Step<'unsubscribe'>): Answer {
  const { by, whom } = step;
  const names = distinct(step.names);
  const seen = names.flatMap((name) => {
    const channel = channelNamed(organization, name);
    return channel && sees(organization, by, channel) ? [channel] : [];
  });
  const hidden = names.filter((name) => {
    const channel = channelNamed(organization, name);
    return !channel || !seen.includes(channel);
  });
  const people = peopleOf(step);
  const areOthers = people.some((who) => who !== by && !(who === 'bot' && by === BOT_OWNER));
  const against = [
    ...againstPeople(organization, whom),
    ...reasons(
      [hidden.length > 0, `BAD_REQUEST: Channel(s) (${hidden.join(', ')}) do not exist`],
      [areOthers && !seen.every((channel) => removes(organization, by, channel)), INSUFFICIENT],
    ),
  ];
  return answered(against, () => {
    const named = (channels: readonly Channel[]) => channels.map(({ name }) => name);
    const removed = named(seen.filter(({ subscribers }) => people.some((who) => subscribers.has(who))));
    const notRemoved = named(seen.filter(({ subscribers }) => people.some((who) => !subscribers.has(who))));
    for (const { subscribers } of seen) for (const who of people) subscribers.delete(who);
    return { removed, notRemoved };
  });
}
