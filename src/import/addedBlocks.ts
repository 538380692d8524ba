/** What apps and link previews add to messages of Slack, and of systems that took its form over. */
import { z } from 'zod';

const text = z.string().optional().catch(undefined);

export const AddedBlock = z.looseObject({
  title: text,
  title_link: text,
  text,
  fallback: text,
  pretext: text,
});
type AddedBlock = z.infer<typeof AddedBlock>;

/** The blocks as quotes; `markdownOf` converts the texts in them. */
export const quotesOf = (
  blocks: readonly AddedBlock[],
  markdownOf: (text: string) => string,
): readonly string[] =>
  blocks.flatMap(({ title, title_link: url, text: body, fallback, pretext }) => {
    const heading = title && url ? `[${title.replaceAll(/[[\]]/g, '')}](${url})` : title;
    const lines = [pretext, heading, body].filter(Boolean).map((line) => line ?? '');
    const convert = (line: string): string => (/^\[[^\]]*\]\(/.test(line) ? line : markdownOf(line));
    const shown = lines.length > 0 ? lines.map(convert) : [markdownOf(fallback ?? '')];
    const quoted = shown.join('\n').trim();
    return quoted === '' ? [] : [quoted.replaceAll(/^/gm, '> ')];
  });
