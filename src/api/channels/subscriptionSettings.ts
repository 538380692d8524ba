/** Personal settings of subscriptions. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { ChannelId } from '../../base/ids.ts';
import {
  changeSubscriptionSettings,
  type RequestedSetting,
} from '../../commands/channels/subscriptionSettings.ts';
import { accessOf } from '../../organization/access/access.ts';
import { findSubscriptionSettings, subscriptions } from '../../projections/subscriptions.ts';
import { newValue, settingName } from '../../wire/define.ts';
import { json, jsonOrText, type ParameterRecord, path, text } from '../http/parameters.ts';
import { routes, write, type WriteContext } from '../http/route.ts';

const SWITCHES = { is_muted: 'isMuted', pin_to_top: 'pinToTop' } as const;
/** null inherits the setting for all channels. */
const INHERITABLE = {
  desktop_notifications: 'desktopNotifications',
  audible_notifications: 'audibleNotifications',
  push_notifications: 'pushNotifications',
  email_notifications: 'emailNotifications',
  wildcard_mentions_notify: 'wildcardMentionsNotify',
} as const;

const PROPERTY =
  'One of color, is_muted, in_home_view (deprecated, the opposite of is_muted), pin_to_top, desktop_notifications, ' +
  'audible_notifications, push_notifications, email_notifications or wildcard_mentions_notify.';
const VALUE = 'A color like #c2c2c2 as it is, without quotes; true or false for all others.';

/** The opposite of `is_muted`. */
const OLDER_PROPERTY = 'in_home_view';

const SettingItem = z.strictObject({
  stream_id: ChannelId,
  property: settingName(z.string()),
  value: newValue(z.union([z.boolean(), z.string(), z.number(), z.null()])),
});

export const subscriptionSettingRoutes = routes({
  'PATCH /users/me/subscriptions/:stream_id': write({
    who: 'user',
    summary: 'Change a personal setting of one of your subscriptions',
    params: {
      stream_id: path(ChannelId),
      property: text().deprecate(OLDER_PROPERTY).describe(PROPERTY),
      value: text().describe(VALUE),
    },
    async handle(context) {
      const { stream_id: channelId, property, value } = context.params;
      await change(context, [settingOf(channelId, property, fromText(property, value))]);
    },
  }),

  'POST /users/me/subscriptions/properties': write({
    who: 'user',
    summary: 'Change personal settings of your subscriptions',
    params: {
      subscription_data: json(z.array(SettingItem))
        .deprecateWhere((items) => items.some(({ property }) => property === OLDER_PROPERTY))
        .describe(`Properties: ${PROPERTY}`),
    },
    async handle(context) {
      const { subscription_data: data } = context.params;
      const requested = data.map((item) => settingOf(item.stream_id, item.property, item.value));
      await change(context, requested);
    },
  }),
});

/** What the handlers of both routes receive. */
type SettingContext = Pick<
  WriteContext<'user', ParameterRecord>,
  'actor' | 'organization' | 'level' | 'submit'
>;

async function change(
  { actor, organization, level, submit }: SettingContext,
  requested: readonly RequestedSetting[],
): Promise<void> {
  const views = await level(subscriptions);
  const access = accessOf(organization.state, actor.userId);
  const present = await findSubscriptionSettings(views, access, organization.state);
  await submit(changeSubscriptionSettings, { requested, present });
}

/** A color is plain text, everything else is JSON and no null; `settingOf` refuses the rest. */
const fromText = (property: string, value: string): unknown =>
  property === 'color' ? value : (jsonOrText('value', value) ?? value);

function settingOf(channelId: ChannelId, name: string, value: unknown): RequestedSetting {
  if (name === 'color') return { channelId, property: 'color', value: colorOf(value) };
  if (name === OLDER_PROPERTY) return { channelId, property: 'isMuted', value: !booleanOf(name, value) };
  if (isKeyOf(SWITCHES, name)) return { channelId, property: SWITCHES[name], value: booleanOf(name, value) };
  if (!isKeyOf(INHERITABLE, name)) throw new Refused(`Unknown subscription property: ${name}`);
  return { channelId, property: INHERITABLE[name], value: value === null ? null : booleanOf(name, value) };
}

const isKeyOf = <Names extends object>(names: Names, name: string): name is keyof Names & string =>
  Object.hasOwn(names, name);

function booleanOf(name: string, value: unknown): boolean {
  requireThat(typeof value === 'boolean', `${name} is not a boolean`);
  return value;
}

function colorOf(value: unknown): string {
  requireThat(typeof value === 'string', 'color is not a string');
  requireThat(isColor(value), 'color is not a valid hex color code');
  return value;
}

/** `#` and 3 to 6 hexadecimal digits. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{3,6}$/i.test(text);
