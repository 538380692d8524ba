/** Times for people, in their language and as they have set it. */
import { settings } from '../state/data.ts';
import { strings } from '../strings.ts';

const hours = (): { hour12?: boolean } =>
  settings.value?.twenty_four_hour_time === undefined
    ? {}
    : { hour12: !settings.value.twenty_four_hour_time };

/** `14:05`; seconds are UNIX seconds. */
export const clockTime = (seconds: number): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', ...hours() }).format(
    seconds * 1000,
  );

/** The whole time. */
export const fullTime = (seconds: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short', ...hours() }).format(
    seconds * 1000,
  );

const dayOf = (seconds: number): number => {
  const date = new Date(seconds * 1000);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
};

const DAY = 24 * 60 * 60 * 1000;

/** Whether two times are on one day of the reader's. */
export const isSameDay = (one: number, other: number): boolean => dayOf(one) === dayOf(other);

/** `Today`, `Yesterday`, `Monday, 23 November`. */
export function dayName(seconds: number): string {
  const ago = Math.round((dayOf(Date.now() / 1000) - dayOf(seconds)) / DAY);
  if (ago === 0) return strings.today;
  if (ago === 1) return strings.yesterday;
  const isFar = ago > 300;
  return new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isFar && { year: 'numeric' }),
  }).format(seconds * 1000);
}

/** Short: the time of today, the day before. */
export const shortTime = (seconds: number): string =>
  isSameDay(seconds, Date.now() / 1000)
    ? clockTime(seconds)
    : new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(seconds * 1000);
