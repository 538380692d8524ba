/** A letter to a person, said once and written twice: as plain text, and as a document. */
import { html } from '../html.ts';
import type { Mail } from './mail.ts';

export interface Letter {
  readonly subject: string;
  /** Sentences before the link, a paragraph each. */
  readonly before: readonly string[];
  readonly link: { readonly says: string; readonly url: string };
  /** Sentences after the link. */
  readonly after: readonly string[];
}

/** The letter as a mail carries it. */
export const written = (letter: Letter): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: letter.subject,
  text: textOf(letter),
  html: documentOf(letter),
});

const textOf = ({ before, link, after }: Letter): string =>
  `${[...before, `${link.says}:\n${link.url}`, ...after].join('\n\n')}\n`;

/** The link stands there as an address, too: where it leads should be seen before it is followed. */
const documentOf = ({ subject, before, link, after }: Letter): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="max-width: 36em; font-family: sans-serif; line-height: 1.5">
        ${before.map((sentence) => html`<p>${sentence}</p>`)}
        <p>
          <a href="${link.url}">${link.says}</a><br />
          ${link.url}
        </p>
        ${after.map((sentence) => html`<p>${sentence}</p>`)}
      </body>
    </html> `.source;
