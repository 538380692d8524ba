/** A mail as bytes (RFC 5322, MIME): the same whichever way it takes. */
import { hash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Refused } from '../base/errors.ts';
import type { Mail } from './mail.ts';

/** The characters that are allowed in an envelope, so that one mail goes to one address. */
const ONE_ADDRESS = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@[^\s\p{Cc}@"(),:;<>[\\\]]+$/u;

interface MailEnvelope {
  readonly from: string;
  readonly to: string;
}

/** The sender and the recipient of a mail. Refuses anything but one address. */
export function createEnvelopeOfMail({ to }: Mail, from: string): MailEnvelope {
  if (!ONE_ADDRESS.test(to)) throw new Refused('That is no address for mail.');
  return { from, to };
}

/** The name of a mail, in files and before the `@` of its Message-ID: reveals nothing and is the same for the same ID. */
export const mailName = ({ id }: Mail): string => hash('sha256', id).slice(0, 40);

/** `time` is in UNIX milliseconds. */
export function composeMail(mail: Mail, { from, to }: MailEnvelope, time: number): Promise<Buffer> {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from: { name: mail.fromName, address: from },
    to: { name: '', address: to },
    subject: mail.subject,
    messageId: `<${mailName(mail)}@${domain}>`,
    date: new Date(time),
    // Suppresses out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: mail.text,
    html: mail.html,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
