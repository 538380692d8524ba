/** The kinds of channels that lines are about. */

/** A kind of channel: how it is made, and whether the people of the columns are subscribed to it. */
export interface Kind {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly subscribed: boolean | 'butTheBot';
  readonly archived?: boolean;
}

/** The system group of those who are not new, in every organization. */
const FULL_MEMBERS = 4;

const SHARED = { invite_only: true, history_public_to_subscribers: true };
const PROTECTED = { invite_only: true, history_public_to_subscribers: false };

/** Words of the lines; a `+` says that everybody who asks is subscribed, a `-` that all of them but the bot are. */
export const KINDS: Readonly<Record<string, Kind>> = {
  public: { settings: {}, subscribed: false },
  'public+': { settings: {}, subscribed: true },
  web: { settings: { is_web_public: true }, subscribed: false },
  'web+': { settings: { is_web_public: true }, subscribed: true },
  shared: { settings: SHARED, subscribed: false },
  'shared+': { settings: SHARED, subscribed: true },
  'shared-': { settings: SHARED, subscribed: 'butTheBot' },
  protected: { settings: PROTECTED, subscribed: false },
  'protected+': { settings: PROTECTED, subscribed: true },
  archived: { settings: {}, subscribed: false, archived: true },
  'archived+': { settings: {}, subscribed: true, archived: true },
  /** Where full members send. */
  posting: { settings: { can_send_message_group: FULL_MEMBERS }, subscribed: false },
  'posting+': { settings: { can_send_message_group: FULL_MEMBERS }, subscribed: true },
  /** Which full members may join. */
  joinable: { settings: { ...SHARED, can_subscribe_group: FULL_MEMBERS }, subscribed: false },
};

/** Nothing has this ID. */
export const ABSENT = 900_000_001;
