/** Quotes of messages in texts of the notification bot. */

/** Characters of a message that are quoted. */
const MAX_QUOTE_LENGTH = 8_000;

/** A message as a quote, cut where it is very long; its own fences stay inside. */
export function quoteOf(content: string): string {
  const shown = [...content];
  const cut = shown.length > MAX_QUOTE_LENGTH ? `${shown.slice(0, MAX_QUOTE_LENGTH).join('')}…` : content;
  const longest = Math.max(2, ...Array.from(cut.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}quote\n${cut}\n${fence}`;
}

/** A note of several lines in a quote. */
export const noteOf = (note: string): string => `> ${note.trim().replaceAll('\n', '\n> ')}`;
