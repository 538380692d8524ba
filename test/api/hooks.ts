/** Outgoing webhooks on a server, with receivers on this machine. */
import { createHmac } from 'node:crypto';
import type { Hansard, Person } from '../support/hansard.ts';
import {
  type Listening,
  type Received,
  type Receiver,
  type ReceiverAnswer,
  startReceiver,
} from '../support/receivers.ts';
import { listedBot, makeBot } from './bots.ts';
import { startCast } from './cast.ts';
import { listIn } from './expected.ts';

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
  const fields = { full_name: fullName, short_name: `hook${made}`, bot_type: 3, payload_url: url };
  return { bot: await makeBot(hansard, maker, fields), fullName };
}

/** What a receiver was told, by the nth request. */
export const payloadOf = ({ received }: Pick<Receiver, 'received'>, nth = 0): Payload =>
  JSON.parse((received[nth] as Received).text) as Payload;

export interface Payload {
  readonly token: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

interface Service {
  readonly token: string;
  readonly signing_secret: string;
}

/** What the maker of a bot is shown of whom it tells. */
export async function serviceOf({ bot }: Hook, maker: Person): Promise<Service> {
  const mine = await listedBot(maker, bot.email);
  return (mine!.services as readonly [Service])[0];
}

/** The signature that a request must bear: of its own ID, its own time and its own text. */
export function signatureOf({ headers, text }: Received, { signing_secret: secret }: Service): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

const TOPIC = 'logo';

/** A server with a channel `design`, on which people talk to bots about a logo. */
export async function startHooks() {
  const cast = await startCast({ environment: ON_THIS_MACHINE });
  const { hansard, owner, member, guest } = cast;
  const open: Listening[] = [];
  const principals = [owner, member, guest].map(({ userId }) => userId);
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });

  /** The newest messages that somebody reads. */
  const newest = async (viewer: Person, count: number, narrow: readonly object[] = []) => {
    await hansard.settled();
    const query = { anchor: 'newest', num_before: count, num_after: 0, apply_markdown: false, narrow };
    return listIn(await viewer.get('/messages', query), 'messages');
  };
  return {
    ...cast,
    newest,
    async hook(answer: Answering | ReceiverAnswer = {}, maker = member): Promise<Hook> {
      const hook = await makeHook(hansard, maker, answer);
      open.push(hook.receiver);
      return hook;
    },
    inDesign: (content: string, by = owner, to = 'design') =>
      by.post('/messages', { type: 'channel', to, topic: TOPIC, content }),
    direct: (content: string, to: readonly Person[], by = owner) =>
      by.post('/messages', { type: 'direct', to: to.map(({ userId }) => userId), content }),
    contentsOf: async (viewer: Person, count: number, narrow?: readonly object[]) =>
      (await newest(viewer, count, narrow)).map(({ content }) => content),
    async stop(): Promise<void> {
      await hansard.stop();
      await Promise.all(open.map((each) => each.close()));
    },
  };
}

export type Hooks = Awaited<ReturnType<typeof startHooks>>;

/** A text that calls the bot. */
export const naming = ({ fullName }: Hook, text = 'what about it?'): string => `@**${fullName}** ${text}`;

/** What was said directly to the bot, and by it. */
export const withHook = ({ bot }: Hook) => [{ operator: 'dm', operand: [bot.userId] }];
