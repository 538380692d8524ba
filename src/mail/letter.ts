/** A letter to a person, said once and written twice: as plain text, and as a document. */
import { html, type Html } from '../html.ts';
import type { Mail } from './mail.ts';

export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly (string | Link)[];
}

/** A link in a paragraph of its own. */
interface Link {
  readonly says: string;
  readonly url: string;
}

/** The letter as a mail carries it. */
export const renderLetter = (letter: Letter): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: letter.subject,
  text: textOf(letter),
  html: documentOf(letter),
});

const textOf = ({ paragraphs }: Letter): string =>
  `${paragraphs.map((said) => (typeof said === 'string' ? said : `${said.says}:\n${said.url}`)).join('\n\n')}\n`;

const documentOf = ({ subject, paragraphs }: Letter): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="max-width: 36em; font-family: sans-serif; line-height: 1.5">
        ${paragraphs.map((said) => html`<p>${typeof said === 'string' ? said : linkOf(said)}</p>`)}
      </body>
    </html> `.source;

/** It stands there as an address, too: where it leads should be seen before it is followed. */
const linkOf = ({ says, url }: Link): Html => html`<a href="${url}">${says}</a><br />${url}`;
