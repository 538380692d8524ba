/**
 * The `Mailer` port: mail that leaves the server. Three ways out implement it: an SMTP server, a folder, and the log of
 * the process where neither is set. Which it is, `mailer.ts` knows.
 */
import { html, type Html } from '../base/html.ts';

/** One mail to one address. Texts may hold anything: they are encoded, so that none can become a header. */
export interface Mail {
  /** The same for the same cause: `Message-ID` is made of it, so that recipients recognize a mail that arrives twice. */
  readonly id: string;
  /** One address. */
  readonly to: string;
  /** The name beside the server's own address. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  /** The same as a document. */
  readonly html: string;
}

export interface Mailer {
  /** Whether mail goes anywhere: where it does not, nobody can be asked to open a link from one. */
  readonly isSet: boolean;
  /**
   * Resolves when somebody else has taken the mail over. Fails with `Refused` where another try cannot help, and with
   * `NotReady` where it may.
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

// A letter to a person, rendered twice: as plain text, and as HTML.

export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly (string | Link)[];
}

/** A link in a paragraph of its own. */
interface Link {
  readonly label: string;
  readonly url: string;
}

/** The letter as a mail carries it. */
export const renderLetter = (letter: Letter): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: letter.subject,
  text: textOf(letter),
  html: documentOf(letter),
});

const textOf = ({ paragraphs }: Letter): string =>
  `${paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : `${paragraph.label}:\n${paragraph.url}`)).join('\n\n')}\n`;

const documentOf = ({ subject, paragraphs }: Letter): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="max-width: 36em; font-family: sans-serif; line-height: 1.5">
        ${paragraphs.map((paragraph) => html`<p>${typeof paragraph === 'string' ? paragraph : linkOf(paragraph)}</p>`)}
      </body>
    </html> `.source;

/** It stands there as an address, too: where it leads should be seen before it is followed. */
const linkOf = ({ label, url }: Link): Html => html`<a href="${url}">${label}</a><br />${url}`;
