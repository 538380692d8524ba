/** Changing channels that are there. */
import { administers, changesAccess, NOT_FOR_GUESTS, sees } from './channelAccess.ts';
import {
  type Channel,
  type ChannelSetting,
  isAdministrator,
  isIn,
  type Organization,
  type Privacy,
  type Setting,
  type Who,
} from './organization.ts';
import { againstOld, againstUse, againstValue, canonical, changes } from './settings.ts';
import { type Answer, answered, INSUFFICIENT, reasons, type Step } from './step.ts';

const ACCESS_REQUIRED = 'BAD_REQUEST: Channel content access is required.';
const INVALID = 'BAD_REQUEST: Invalid parameters';
const PROTECTED =
  'BAD_REQUEST: Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group';

/** Channels are called the same whatever the case, archived ones among them. */
export const channelNamed = ({ channels }: Organization, name: string): Channel | undefined =>
  channels.find((channel) => channel.name.toLowerCase() === name.toLowerCase());

/** A channel that the caller sees and administers, or why they may not change it. */
function administered(
  organization: Organization,
  { by, channel: number }: { readonly by: Who; readonly channel: number },
  change: (channel: Channel) => Answer,
): Answer {
  const channel = organization.channels[number - 1];
  if (!channel || !sees(organization, by, channel)) return { refused: ['BAD_REQUEST: Invalid channel ID'] };
  if (!administers(organization, by, channel)) return { refused: ['CANNOT_ADMINISTER_CHANNEL'] };
  return change(channel);
}

export const rename = (organization: Organization, step: Step<'rename'>): Answer =>
  administered(organization, step, (channel) => {
    const holder = channelNamed(organization, step.name);
    const against = reasons(
      [step.name === channel.name, 'BAD_REQUEST: Channel already has that name.'],
      [holder !== undefined && holder !== channel, 'CHANNEL_ALREADY_EXISTS'],
    );
    return answered(against, () => void (channel.name = step.name));
  });

export const archive = (organization: Organization, step: Step<'archive' | 'unarchive'>): Answer =>
  administered(organization, step, (channel) => {
    const comesBack = channel.archived && step.does === 'unarchive';
    const against = comesBack
      ? [
          ...againstUse(organization, channel.settings),
          ...againstPrivacy(organization, step.by, channel.privacy),
        ]
      : [];
    return answered(against, () => void (channel.archived = step.does === 'archive'));
  });

/** Each of the two words takes away only what it names; private and web-public at once is refused elsewhere. */
function privacyAfter(present: Privacy, { isPrivate, isWebPublic }: Step<'changeVisibility'>): Privacy {
  if (isPrivate === true) return 'private';
  if (isWebPublic === true) return 'web-public';
  if (present === 'private' && isPrivate === false) return 'public';
  return present === 'web-public' && isWebPublic === false ? 'public' : present;
}

/** A channel that is made private has a protected history unless the request sets another one. */
export const changeVisibility = (organization: Organization, step: Step<'changeVisibility'>): Answer =>
  administered(organization, step, (channel) => {
    const privacy = privacyAfter(channel.privacy, step);
    const isPrivate = privacy === 'private';
    const staysPrivate = isPrivate && step.isPrivate === undefined;
    const sharesHistory = step.sharesHistory ?? (staysPrivate ? channel.sharesHistory : !isPrivate);
    const against = [
      ...reasons(
        [isChange(step) && !changesAccess(organization, step.by, channel), ACCESS_REQUIRED],
        [(step.isPrivate ?? channel.privacy === 'private') && step.isWebPublic === true, INVALID],
      ),
      ...againstVisibility(organization, privacy, sharesHistory, channel.settings.can_create_topic_group),
      ...(channel.privacy !== privacy ? againstPrivacy(organization, step.by, privacy) : []),
    ];
    return answered(against, () => void Object.assign(channel, { privacy, sharesHistory }));
  });

const isChange = (step: Step<'changeVisibility'>): boolean =>
  [step.isPrivate, step.isWebPublic, step.sharesHistory].some((value) => value !== undefined);

/** Nobody creates a channel without the right to such a channel; owners alone make them web-public here. */
export const againstPrivacy = (organization: Organization, who: Who, privacy: Privacy): string[] => {
  const holders =
    privacy === 'web-public'
      ? 'role:owners'
      : organization.constitution[`can_create_${privacy}_channel_group`];
  return reasons([!isIn(organization, who, holders), INSUFFICIENT]);
};

/** Only private channels protect their history, and only where everybody may begin topics. */
export const againstVisibility = (
  organization: Organization,
  privacy: Privacy,
  sharesHistory: boolean,
  topics: Setting,
): string[] =>
  reasons(
    [privacy !== 'private' && !sharesHistory, INVALID],
    [!sharesHistory && canonical(organization, topics) !== 'role:everyone', PROTECTED],
  );

/** Why a channel's permission cannot be given to a group. */
export const againstPermission = (
  organization: Organization,
  setting: ChannelSetting,
  value: Setting,
): string[] =>
  againstValue(organization, setting, NOT_FOR_GUESTS.includes(setting) ? ['role:everyone'] : [], value);

/** Moderators decide who may delete, where nothing else is set. */
export const againstDeletePolicy = (
  organization: Organization,
  who: Who,
  setting: ChannelSetting,
): string[] => {
  const may = isAdministrator(organization, who) || isIn(organization, who, 'role:moderators');
  return reasons([setting === 'can_delete_any_message_group' && !may, INSUFFICIENT]);
};

export const changePermission = (organization: Organization, step: Step<'changePermission'>): Answer =>
  administered(organization, step, (channel) => {
    const { by, setting, to, from } = step;
    const present = channel.settings[setting];
    const topics = setting === 'can_create_topic_group' ? to : channel.settings.can_create_topic_group;
    const against = [
      ...reasons([!changesAccess(organization, by, channel), ACCESS_REQUIRED]),
      ...againstPermission(organization, setting, to),
      ...(changes(organization, present, to) ? againstDeletePolicy(organization, by, setting) : []),
      ...againstOld(organization, present, from),
      ...againstVisibility(organization, channel.privacy, channel.sharesHistory, topics),
    ];
    return answered(against, () => {
      if (changes(organization, present, to)) channel.settings[setting] = canonical(organization, to);
    });
  });
