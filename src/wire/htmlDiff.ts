/** The difference of two rendered texts: the new HTML, with added and removed words in spans of their own. */
import { diffTokens } from '../tokenChanges.ts';

/** A tag; quoted attribute values may contain `<` and `>`. */
const TOKEN = /<(?:"[^"]*"|'[^']*'|[^"'>])*>|&[^;\s]{1,31};|[^<\s&]+|\s+|./gsu;
const tokensOf = (html: string): readonly string[] => html.match(TOKEN) ?? [];

/** Unchanged text is in both; removed text is only in the old one. */
export const htmlDiff = (oldHtml: string, newHtml: string): string =>
  diffTokens(tokensOf(oldHtml), tokensOf(newHtml))
    .map(({ change, tokens }) => {
      if (change === 'kept') return tokens.join('');
      return change === 'removed'
        ? marked('highlight_text_deleted', tokens.filter(isText))
        : marked('highlight_text_inserted', tokens);
    })
    .join('');

const isText = (token: string): boolean => !token.startsWith('<');

/** Wraps runs of words in spans; elements between them stay outside, so that nesting is preserved. */
function marked(name: string, tokens: readonly string[]): string {
  const runs: string[][] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (last && isText(token) && isText(last[0] ?? '<')) last.push(token);
    else runs.push([token]);
  }
  return runs
    .map((run) => (isText(run[0] ?? '<') ? `<span class="${name}">${run.join('')}</span>` : run.join('')))
    .join('');
}
