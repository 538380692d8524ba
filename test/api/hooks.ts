/** Outgoing webhooks on a server, with receivers on this machine. */
import type { Hansard, Person } from '../support/hansard.ts';
import { type Received, type Receiver, type ReceiverAnswer, startReceiver } from '../support/receivers.ts';
import { makeBot } from './bots.ts';

/** Lets receivers be on this machine. */
export const ON_THIS_MACHINE = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on' } as const;

/** An outgoing webhook, its receiver, and what is known of it as its owner. */
export interface Hook {
  readonly bot: Person;
  readonly receiver: Receiver;
  readonly fullName: string;
}

type Answering = Parameters<typeof startReceiver>[0];

/** A bot of somebody's whose receiver answers so. */
export async function makeHook(
  hansard: Hansard,
  maker: Person,
  answer: Answering | ReceiverAnswer = {},
): Promise<Hook> {
  const receiver = await startReceiver(typeof answer === 'function' ? answer : () => answer);
  return { receiver, ...(await hookTo(hansard, maker, receiver.url)) };
}

let made = 0;

/** A bot of somebody's that tells an address. */
export async function hookTo(hansard: Hansard, maker: Person, url: string) {
  made += 1;
  const fullName = `Hook Number ${made}`;
  const wanted = { full_name: fullName, short_name: `hook${made}`, bot_type: 3, payload_url: url };
  return { bot: await makeBot(hansard, maker, wanted), fullName };
}

/** What a receiver was told, by the nth request. */
export const toldOf = ({ received }: Pick<Receiver, 'received'>, nth = 0): Payload =>
  JSON.parse((received[nth] as Received).text) as Payload;

export interface Payload {
  readonly token: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}
