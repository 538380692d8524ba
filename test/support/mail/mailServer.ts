/** An SMTP server that keeps what it is given, and refuses what a test wants refused. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Letter, letterOf } from './letter.ts';

export interface Delivery {
  readonly from: string;
  readonly to: readonly string[];
  readonly isByTls: boolean;
  readonly letter: Letter;
}

/** An answer that is no yes: 450, 550 … */
export type Refusal = { readonly code: number; readonly text: string };

export class MailServer {
  readonly deliveries: Delivery[] = [];
  /** Asked of each address: what is answered instead of yes. */
  refuses: (address: string) => Refusal | undefined = () => undefined;
  /** Counts the addresses that were offered. */
  offered = 0;
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, answer) => {
        this.offered += 1;
        const refusal = this.refuses(address);
        answer(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      },
      onData: (stream, { envelope, secure }, answer) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.deliveries.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            isByTls: secure,
            letter: letterOf(Buffer.concat(chunks).toString('latin1')),
          });
          answer();
        });
      },
      ...options,
    });
    // A client that goes away in the middle is no concern of the test.
    this.#server.on('error', () => undefined);
  }

  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => server.#server.listen(port, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** What SMTP_URL is set to. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}?ignoreTLS=true`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
