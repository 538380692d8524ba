/** Decisions about linkifiers. */
import { Refused, requireThat } from '../../base/errors.ts';
import { isUrlTemplate, patternGroups, variablesOf } from '../../base/linkifiers.ts';
import { type EventTypes, newEvent } from '../../events/catalog.ts';
import type { LinkifierId, PlaygroundId } from '../../events/linkifiers.ts';
import { type Linkifier, linkifiersOf } from '../../organization/slices/emoji.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, nothingToDo, requireAdministrator } from '../define.ts';
import { checkedName, requireText } from '../text.ts';

/** Every text is searched for all of them. */
const MAX_LINKIFIERS = 50;
const MAX_PATTERN_LENGTH = 500;
const MAX_EXAMPLE_LENGTH = 500;
const MAX_ALTERNATIVES = 10;

type LinkifierInput = Omit<EventTypes['LinkifierAdded'], 'linkifierId'>;

/** Makes links of what a pattern matches in texts that are written from now on. */
export const addLinkifier = command<LinkifierInput, { readonly linkifierId: LinkifierId }>({
  name: 'AddLinkifier',
  decide(organization, input, context) {
    requireAdministrator(organization, context);
    const present = linkifiersOf(organization);
    const linkifier = checkedLinkifier(input, present);
    requireThat(present.length < MAX_LINKIFIERS, `Too many linkifiers (maximum ${MAX_LINKIFIERS}).`);
    const linkifierId = organization.linkifiers.nextId.get();
    return { events: [newEvent('LinkifierAdded', { linkifierId, ...linkifier })], result: { linkifierId } };
  },
});

/** Changes a linkifier, whose order stays the same; texts written before stay as they are. */
export const changeLinkifier = command<
  { readonly linkifierId: LinkifierId } & {
    readonly [Part in keyof LinkifierInput]: LinkifierInput[Part] | undefined;
  },
  void
>({
  name: 'ChangeLinkifier',
  decide(organization, { linkifierId, ...input }, context) {
    requireAdministrator(organization, context);
    const before = existingLinkifier(organization, linkifierId);
    const changes = Object.entries(input).filter(([, value]) => value !== undefined);
    const others = linkifiersOf(organization).filter((each) => each !== before);
    const after = { linkifierId, ...checkedLinkifier({ ...before, ...Object.fromEntries(changes) }, others) };
    if (JSON.stringify(Object.entries(after).sort()) === JSON.stringify(Object.entries(before).sort()))
      return nothingToDo(undefined);
    return done(newEvent('LinkifierChanged', after));
  },
});

export const removeLinkifier = command<{ readonly linkifierId: LinkifierId }, void>({
  name: 'RemoveLinkifier',
  decide(organization, { linkifierId }, context) {
    requireAdministrator(organization, context);
    existingLinkifier(organization, linkifierId);
    return done(newEvent('LinkifierRemoved', { linkifierId }));
  },
});

/** Gives all linkifiers another order. */
export const reorderLinkifiers = command<{ readonly order: readonly LinkifierId[] }, void>({
  name: 'ReorderLinkifiers',
  decide(organization, { order }, context) {
    requireAdministrator(organization, context);
    const present = linkifiersOf(organization).map(({ linkifierId }) => linkifierId);
    const isWhole = order.length === present.length && new Set(order).size === order.length;
    requireThat(
      isWhole && order.every((id) => present.includes(id)),
      'The ordered list must enumerate all existing linkifiers exactly once',
    );
    if (order.every((id, index) => id === present[index])) return nothingToDo(undefined);
    return done(newEvent('LinkifiersReordered', { order: [...order] }));
  },
});

function existingLinkifier(organization: OrganizationState, linkifierId: LinkifierId): Linkifier {
  const found = linkifiersOf(organization).find((each) => each.linkifierId === linkifierId);
  if (found === undefined) throw new Refused('Linkifier not found.');
  return found;
}

/** Refuses what is no pattern or no template, or where they do not fit to each other. */
function checkedLinkifier(input: LinkifierInput, others: readonly Linkifier[]): LinkifierInput {
  const pattern = input.pattern.trim();
  const groups = checkedGroups(pattern);
  const isNew = others.every((other) => other.pattern !== pattern);
  requireThat(isNew, 'A linkifier with this pattern already exists.');
  const templates = [input.urlTemplate, ...input.alternativeUrlTemplates].map((each) => each.trim());
  requireThat(templates.length <= MAX_ALTERNATIVES + 1, `Too many templates (maximum ${MAX_ALTERNATIVES}).`);
  for (const template of templates) requireFit(template, groups);
  requireText(input.exampleInput ?? '', MAX_EXAMPLE_LENGTH, 'example_input');
  requireText(input.reverseTemplate ?? '', MAX_EXAMPLE_LENGTH, 'reverse_template');
  const [urlTemplate = '', ...alternativeUrlTemplates] = templates;
  const { exampleInput, reverseTemplate } = input;
  return { pattern, urlTemplate, exampleInput, reverseTemplate, alternativeUrlTemplates };
}

function checkedGroups(pattern: string): ReadonlySet<string> {
  requireThat(pattern !== '', 'pattern cannot be blank');
  requireText(pattern, MAX_PATTERN_LENGTH, 'pattern');
  const groups = patternGroups(pattern);
  if (typeof groups === 'string') throw new Refused(`Bad regular expression: ${groups}`);
  return groups;
}

function requireFit(template: string, groups: ReadonlySet<string>): void {
  requireThat(isUrlTemplate(template), 'Invalid URL template.');
  const variables = variablesOf(template);
  for (const name of [...variables].filter((each) => !groups.has(each)))
    throw new Refused(`Group '${name}' in URL template is not present in linkifier pattern.`);
  for (const name of [...groups].filter((each) => !variables.has(each)))
    throw new Refused(`Group '${name}' in linkifier pattern is not present in URL template.`);
}

// Decisions about code playgrounds.

const MAX_PLAYGROUNDS = 100;
/** Characters, of which the name is a text for people and the language a word. */
const MAX_NAME_LENGTH = 500;
const MAX_LANGUAGE_LENGTH = 40;
/** Characters of the languages that Pygments knows. */
const LANGUAGE = /^[ a-zA-Z0-9_+#.*/-]+$/;

interface PlaygroundInput {
  readonly name: string;
  readonly language: string;
  readonly urlTemplate: string;
}

/** Adds a playground, in which clients run code of a language. */
export const addPlayground = command<PlaygroundInput, { readonly playgroundId: PlaygroundId }>({
  name: 'AddPlayground',
  decide(organization, input, context) {
    requireAdministrator(organization, context);
    const name = checkedPart(input.name, 'name', MAX_NAME_LENGTH);
    const language = checkedPart(input.language, 'pygments_language', MAX_LANGUAGE_LENGTH);
    requireThat(LANGUAGE.test(language), 'Invalid characters in pygments language');
    const urlTemplate = templateOfCode(input.urlTemplate);
    const present = organization.playgrounds.all.get();
    const isNew = present.every((each) => each.name !== name || each.language !== language);
    requireThat(isNew, 'A playground with this name exists for this language.');
    requireThat(present.length < MAX_PLAYGROUNDS, `Too many code playgrounds (maximum ${MAX_PLAYGROUNDS}).`);
    const playgroundId = organization.playgrounds.nextId.get();
    const events = [newEvent('PlaygroundAdded', { playgroundId, name, language, urlTemplate })];
    return { events, result: { playgroundId } };
  },
});

export const removePlayground = command<{ readonly playgroundId: PlaygroundId }, void>({
  name: 'RemovePlayground',
  decide(organization, { playgroundId }, context) {
    requireAdministrator(organization, context);
    const isThere = organization.playgrounds.all.get().some((each) => each.playgroundId === playgroundId);
    requireThat(isThere, 'Invalid playground');
    return done(newEvent('PlaygroundRemoved', { playgroundId }));
  },
});

const checkedPart = (text: string, what: string, limit: number): string =>
  checkedName(text, { limit, empty: `${what} cannot be blank`, measured: what, what });

function templateOfCode(template: string): string {
  const checked = template.trim();
  requireThat(isUrlTemplate(checked), 'Invalid URL template.');
  const variables = variablesOf(checked);
  requireThat(variables.has('code'), 'Missing the required variable "code" in the URL template');
  requireThat(variables.size === 1, '"code" should be the only variable present in the URL template');
  return checked;
}
