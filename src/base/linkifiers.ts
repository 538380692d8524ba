/**
 * Linkifiers: patterns whose matches in texts become links. Patterns are regular expressions of RE2, which take time in
 * proportion to the text whatever the pattern is; no other engine ever sees them.
 */
import { createRequire } from 'node:module';
import type * as Engine from 're2js';
import { parseTemplate, type Template } from 'url-template';
import { RecentMap } from './collections.ts';
import { messageOf } from './errors.ts';

/** A pattern that makes links. */
export interface LinkPattern {
  /** With named groups. */
  readonly pattern: string;
  /** RFC 6570; its variables are the groups of the pattern. */
  readonly urlTemplate: string;
}

/** A part of a text that becomes a link. */
interface LinkedPart {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

let engine: typeof Engine | undefined;

/** Loaded with the first linkifier: most organizations have none. */
const loadEngine = (): typeof Engine => (engine ??= createRequire(import.meta.url)('re2js') as typeof Engine);

/** A match begins after one of these or at the start, and ends before anything but a letter or digit. */
const BEFORE = String.raw`(?:^|[\s'"(,:<\[])`;
const AFTER = String.raw`(?:$|[^\pL\pN])`;

/** The group around the pattern. */
const MATCH = 1;

const compiled = (pattern: string): Engine.RE2JS =>
  loadEngine().RE2JS.compile(`${BEFORE}(${pattern})${AFTER}`);

/** Instructions of a compiled pattern: a match takes a step for each of them and each character. */
const MAX_INSTRUCTIONS = 2_000;

/** Names of a pattern's groups; the engine's complaint if it is no expression, or too large. */
export function patternGroups(pattern: string): ReadonlySet<string> | string {
  try {
    // By itself first: `a)(b` would fit into the group.
    const alone = loadEngine().RE2JS.compile(pattern);
    compiled(pattern);
    if (alone.programSize() > MAX_INSTRUCTIONS) return 'it is too large';
    return new Set(Object.keys(alone.namedGroups()));
  } catch (error) {
    return messageOf(error);
  }
}

interface Compiled {
  readonly expression: Engine.RE2JS;
  readonly groups: readonly string[];
  readonly template: Template;
}

/** The linkifiers of an organization, compiled. */
export class Linkifiers {
  readonly #all: readonly Compiled[];

  constructor(patterns: readonly LinkPattern[]) {
    this.#all = patterns.map(({ pattern, urlTemplate }) => {
      const expression = compiled(pattern);
      const groups = Object.keys(expression.namedGroups());
      return { expression, groups, template: parseTemplate(urlTemplate) };
    });
  }

  /** Parts of a text in their order; where two linkifiers match, the earlier one makes the link. */
  partsOf(text: string): readonly LinkedPart[] {
    const parts: LinkedPart[] = [];
    for (const linkifier of this.#all)
      for (const part of matchesOf(linkifier, text))
        if (parts.every(({ start, end }) => part.end <= start || part.start >= end)) parts.push(part);
    return parts.sort((one, other) => one.start - other.start);
  }
}

/** The character behind a match may be the one before the next. */
function matchesOf({ expression, groups, template }: Compiled, text: string): readonly LinkedPart[] {
  const found: LinkedPart[] = [];
  const matcher = expression.matcher(text);
  for (let from = 0; from < text.length && matcher.find(from);) {
    const [start, end] = [matcher.start(MATCH), matcher.end(MATCH)];
    const values = Object.fromEntries(groups.map((name) => [name, matcher.group(name) ?? '']));
    if (end > start) found.push({ start, end, url: template.expand(values) });
    from = Math.max(end, from + 1);
  }
  return found;
}

const known = new WeakMap<readonly LinkPattern[], Linkifiers>();
/** By the JSON text of their list. */
const alike = new RecentMap<string, Linkifiers>(100);

/** Compiled once for each list; lists are replaced and never changed. */
export function compileLinkifiers(patterns: readonly LinkPattern[]): Linkifiers {
  const present = known.get(patterns);
  if (present) return present;
  const linkifiers = new Linkifiers(patterns);
  known.set(patterns, linkifiers);
  return linkifiers;
}

/** The same for a list that is a copy of others. */
export function sharedLinkifiers(patterns: readonly LinkPattern[]): Linkifiers {
  const key = JSON.stringify(patterns);
  const present = alike.get(key);
  if (present) return present;
  const linkifiers = new Linkifiers(patterns);
  alike.set(key, linkifiers);
  return linkifiers;
}

/** URL templates (RFC 6570): whether they are well-formed, and their variables. */

const MAX_LENGTH = 2_000;

const NAME = String.raw`(?:\w|%[\dA-Fa-f]{2})(?:\.?(?:\w|%[\dA-Fa-f]{2}))*`;
const VARIABLE = String.raw`${NAME}(?:\*|:[1-9]\d{0,3})?`;
/** `{?first,second*}`, with the operators that RFC 6570 defines. */
const EXPRESSION = new RegExp(String.raw`\{[+#./;?&]?(${VARIABLE}(?:,${VARIABLE})*)\}`, 'g');

/** Beginnings of URLs that browsers open as pages, not as scripts. */
const WEB = /^https?:\/\//i;

/** Whether a text is a template of a web page's URL. */
export const isUrlTemplate = (text: string): boolean =>
  text.length <= MAX_LENGTH && WEB.test(text) && !/[{}\s\p{Cc}]/u.test(text.replaceAll(EXPRESSION, ''));

/** Names of the variables of a template. */
export const variablesOf = (template: string): ReadonlySet<string> =>
  new Set(
    Array.from(template.matchAll(EXPRESSION), ([, list = '']) => list)
      .flatMap((list) => list.split(','))
      .map((variable) => variable.replace(/(?:\*|:\d+)$/, '')),
  );
