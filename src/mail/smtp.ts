/** Mail by SMTP. `smtps:` is TLS from the start; with `smtp:` TLS begins as soon as the server offers it. */
import { createTransport } from 'nodemailer';
import type { Clock } from '../base/clock.ts';
import { NotReady, Refused } from '../base/errors.ts';
import { composeMail, createEnvelopeOfMail } from './composeMail.ts';
import type { Mailer } from './mail.ts';

export interface SmtpOptions {
  /** `smtps://user:password@host:465`; settings of nodemailer may follow as a query: `?requireTLS=true`. */
  readonly url: string;
  readonly from: string;
  readonly clock: Clock;
}

/** Milliseconds, and connections at once. Retrying is left to the caller: a long attempt hides the problem. */
const LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
  idleTimeout: 5_000,
  maxConnections: 2,
  maxRequeues: 0,
} as const;

export function openSmtpMailer({ url, from, clock }: SmtpOptions): Mailer {
  const transport = createTransport({ url, pool: true, ...LIMITS });
  return {
    isSet: true,
    async send(mail) {
      const envelope = createEnvelopeOfMail(mail, from);
      const raw = await composeMail(mail, envelope, clock.now());
      await transport.sendMail({ envelope: { ...envelope }, raw }).catch((error: SmtpError) => {
        throw failureOf(error);
      });
    },
    // Mails that are being sent arrive; those that wait for their turn fail and are sent again later.
    close: async () => transport.close(),
  };
}

/** Connects, logs in and disconnects. Fails with NotReady. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = createTransport({ url, ...LIMITS, connectionTimeout: 5_000, greetingTimeout: 5_000 });
  try {
    await transport.verify();
  } catch (error) {
    throw failureOf(error as SmtpError);
  } finally {
    transport.close();
  }
}

/** The fields of nodemailer's errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly response?: string;
  readonly permanent?: boolean;
}

/** A 5xx about the mail or its address is final. One about who we are may be mended by the operator, and is waited for. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);

function failureOf(error: SmtpError): Error {
  const { code = 'no answer', response = '' } = error;
  // What follows the numbers often repeats the address, which must not be stored in a stream that cannot be erased.
  const numbers = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? code;
  if (error.permanent && ABOUT_THE_MAIL.has(code))
    return new Refused(`The mail server refused it: ${numbers}`);
  return new NotReady(`The mail server does not take it now: ${numbers}`);
}
