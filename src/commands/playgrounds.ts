/** Decisions about code playgrounds. */
import { requireThat } from '../errors.ts';
import { PlaygroundAdded, type PlaygroundId, PlaygroundRemoved } from '../events/playgrounds.ts';
import { isUrlTemplate, variablesOf } from '../urlTemplates.ts';
import { requireAdministrator } from './authority.ts';
import { command } from './define.ts';
import { checkedName } from './text.ts';

const MAX_PLAYGROUNDS = 100;
const MAX_LENGTH = 40;
/** Characters of the languages that Pygments knows. */
const LANGUAGE = /^[ a-zA-Z0-9_+#.*/-]+$/;

interface PlaygroundInput {
  readonly name: string;
  readonly language: string;
  readonly urlTemplate: string;
}

/** Offers a place where clients run code of a language. */
export const addPlayground = command<PlaygroundInput, { readonly playgroundId: PlaygroundId }>({
  name: 'AddPlayground',
  decide(organization, input, context) {
    requireAdministrator(organization, context);
    const name = checkedPart(input.name, 'name');
    const language = checkedPart(input.language, 'pygments_language');
    requireThat(LANGUAGE.test(language), 'Invalid characters in pygments language');
    const urlTemplate = templateOfCode(input.urlTemplate);
    const present = organization.playgrounds.all.get();
    const isNew = present.every((each) => each.name !== name || each.language !== language);
    requireThat(isNew, 'A playground with this name exists for this language.');
    requireThat(present.length < MAX_PLAYGROUNDS, `Too many code playgrounds (maximum ${MAX_PLAYGROUNDS}).`);
    const playgroundId = organization.playgrounds.nextId.get();
    const events = [PlaygroundAdded({ playgroundId, name, language, urlTemplate })];
    return { events, result: { playgroundId } };
  },
});

export const removePlayground = command<{ readonly playgroundId: PlaygroundId }, void>({
  name: 'RemovePlayground',
  decide(organization, { playgroundId }, context) {
    requireAdministrator(organization, context);
    const isThere = organization.playgrounds.all.get().some((each) => each.playgroundId === playgroundId);
    requireThat(isThere, 'Invalid playground');
    return { events: [PlaygroundRemoved({ playgroundId })], result: undefined };
  },
});

const checkedPart = (text: string, what: string): string =>
  checkedName(text, { limit: MAX_LENGTH, empty: `${what} cannot be blank`, measured: what, what });

function templateOfCode(template: string): string {
  const checked = template.trim();
  requireThat(isUrlTemplate(checked), 'Invalid URL template.');
  const variables = variablesOf(checked);
  requireThat(variables.has('code'), 'Missing the required variable "code" in the URL template');
  requireThat(variables.size === 1, '"code" should be the only variable present in the URL template');
  return checked;
}
