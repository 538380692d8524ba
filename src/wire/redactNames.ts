/**
 * Names of people in HTML, which is recorded once for all readers: mentions must not reveal names to limited
 * guests.
 */
import type { UserId } from '../base/ids.ts';
import type { Access } from '../organization/access/access.ts';

/** The name shown for people whom a limited guest may not know. */
export const UNKNOWN_USER = 'Unknown user';

/** Whom a viewer may know. */
export type PeopleAccess = Pick<Access, 'seesUser'>;

const MENTION = /(<span class="user-mention(?: silent)?" data-user-id="(\d+)">@?)[^<]*(?=<\/span>)/g;

/** HTML with only the names that its reader may know; all of them without a reader. */
export const redactNames = (html: string, reader?: PeopleAccess): string =>
  reader !== undefined && html.includes('data-user-id="')
    ? html.replaceAll(MENTION, (mention, before: string, userId: string) =>
        reader.seesUser(Number(userId) as UserId) ? mention : `${before}${UNKNOWN_USER}`,
      )
    : html;

/** The people whom HTML mentions. */
export const mentionedUserIds = (html: string): readonly UserId[] =>
  Array.from(html.matchAll(MENTION), ([, , userId]) => Number(userId) as UserId);

/** All HTML of a payload: the fields named `rendered_…`, at any depth. */
export function htmlFields(payload: object): readonly string[] {
  const found: string[] = [];
  withHtml(payload, (html) => {
    found.push(html);
    return html;
  });
  return found;
}

/** A payload with known names in all its HTML. */
export const redactNamesIn = <Payload extends object>(payload: Payload, reader: PeopleAccess): Payload =>
  withHtml(payload, (html) => redactNames(html, reader)) as Payload;

const withHtml = (value: unknown, change: (html: string) => string): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => withHtml(element, change));
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      field,
      typeof part === 'string' && field.includes('rendered_') ? change(part) : withHtml(part, change),
    ]),
  );
};
