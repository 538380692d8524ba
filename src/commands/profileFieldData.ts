/** Type-specific data of custom profile fields: choices, or the site of external accounts. */
import { Refused, requireThat } from '../errors.ts';
import type { ExternalAccount, ProfileFieldChoice } from '../events/profileFields.ts';
import { externalSite } from '../organization/externalAccounts.ts';
import { isLink } from './text.ts';

/** As clients send it: choices by key for a dropdown, `subtype` and `url_pattern` for an external account. */
export type ProfileFieldData = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The choices of a dropdown: at least one, and no text twice. */
export function choicesIn(data: ProfileFieldData): readonly ProfileFieldChoice[] {
  const choices = Object.entries(data).map(([key, choice]) => choiceIn(key, choice));
  requireThat(choices.length > 0, 'Field must have at least one choice.');
  const isEachOne = new Set(choices.map(({ text }) => text)).size === choices.length;
  requireThat(isEachOne, 'Field must not have duplicate choices.');
  return choices;
}

function choiceIn(key: string, choice: ProfileFieldData[string]): ProfileFieldChoice {
  const place = `field_data["${key}"]`;
  requireThat(key.trim() !== '', "'value' cannot be blank.");
  requireThat(!key.includes('\0'), "'value' must not contain null bytes");
  if (typeof choice === 'string') throw new Refused(`${place} is not a dict`);
  const { text, order, ...others } = choice;
  requireNothingIn(others, place);
  return { key, text: filled(text, `${place}["text"]`), order: filled(order, `${place}["order"]`) };
}

/** The site of external accounts; for known sites only its name is stored. */
export function accountIn({ subtype, url_pattern: pattern, ...others }: ProfileFieldData): ExternalAccount {
  requireNothingIn(others, 'field_data');
  const name = filled(subtype, 'field_data["subtype"]');
  if (externalSite(name)) return { subtype: name, urlPattern: null };
  requireThat(name === 'custom', 'Invalid external account type');
  requireThat(pattern !== undefined, 'Custom external account must define URL pattern');
  return { subtype: name, urlPattern: checkedPattern(textIn(pattern, 'field_data["url_pattern"]')) };
}

const USER_NAME = '%(username)s';

function checkedPattern(pattern: string): string {
  const [before, after, ...more] = pattern.split(USER_NAME);
  const isOnce = after !== undefined && more.length === 0;
  requireThat(isOnce, `URL pattern must contain '${USER_NAME}'.`);
  requireThat(isLink(`${before}username${after}`), 'url_pattern is not a URL');
  return pattern;
}

function filled(value: ProfileFieldData[string] | undefined, place: string): string {
  requireThat(value !== undefined, `${place} field is missing`);
  const text = textIn(value, place);
  requireThat(text.trim() !== '', `${place} cannot be blank`);
  return text;
}

function textIn(value: ProfileFieldData[string], place: string): string {
  if (typeof value !== 'string') throw new Refused(`${place} is not a string`);
  requireThat(!value.includes('\0'), `${place} must not contain null bytes`);
  return value;
}

function requireNothingIn(others: ProfileFieldData, place: string): void {
  const [key] = Object.keys(others);
  requireThat(key === undefined, `Argument "${key}" at ${place}["${key}"] is unexpected`);
}
