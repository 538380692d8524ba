/** Chooses the transport of mail: the one module that knows all of them. */
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Logger } from '../base/logger.ts';
import type { Mailer } from './mail.ts';

interface MailerOptions {
  readonly config: Pick<Config, 'SMTP_URL' | 'MAIL_DIR' | 'MAIL_FROM' | 'externalHost'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The way that the settings name; a folder before a server. Fails with `OperatorError`. */
export async function openMailer({ config, clock, logger }: MailerOptions): Promise<Mailer> {
  const { SMTP_URL: url, MAIL_DIR: folder, externalHost } = config;
  const from = config.MAIL_FROM ?? `noreply@${externalHost.replace(/:\d+$/, '')}`;
  if (folder !== undefined) return (await import('./folder.ts')).openMailFolder({ folder, from, clock });
  if (url !== undefined) return (await import('./smtp.ts')).openSmtpMailer({ url, from, clock });
  return loggingMailer(logger);
}

/** Logs that there was a mail, without its content: a link in it is a secret. */
const loggingMailer = (logger: Logger): Mailer => ({
  isSet: false,
  async send({ to, subject }) {
    logger.warn(
      { event: 'mail.not_configured', to, subject },
      'A mail was not sent: neither SMTP_URL nor MAIL_DIR is set.',
    );
  },
  close: async () => {},
});
