/**
 * The `Mailer` port: mail that leaves the server. Three ways out implement it: an SMTP server, a folder, and the log of
 * the process where neither is set. Which it is, `mailer.ts` knows.
 */

/** One mail to one address. Texts may hold anything: they are encoded, so that none can become a header. */
export interface Mail {
  /** The same for the same cause: `Message-ID` is made of it, so that who gets a mail twice can tell. */
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
