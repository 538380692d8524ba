/** Servers on which people make bots. */
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { newBotFields } from '../support/makers.ts';
import { type Cast, startCast } from './cast.ts';
import { listIn } from './expected.ts';

type Fields = Readonly<Record<string, unknown>>;

export const FOR_PEOPLE = 'This endpoint does not accept bot requests.';
export const NOT_FOR_GUESTS = 'Not allowed for guest users';
/** Whom an outgoing webhook tells. */
export const HOOK = 'https://weather.example.com/hook';

/** The cast, with a channel `design` for all of them and a private one, `secret`, of the owner's. */
export async function startCastWithChannels(): Promise<Cast> {
  const cast = await startCast();
  await cast.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  const secret = { subscriptions: [{ name: 'secret' }], invite_only: true };
  await cast.owner.post('/users/me/subscriptions', secret);
  return cast;
}

/** A new bot, as who it is. */
export async function makeBot(hansard: Hansard, maker: Person, fields: Fields = {}): Promise<Person> {
  const requested = newBotFields(fields);
  return botIn(hansard, `${requested.short_name}-bot@chat.example.com`, await maker.post('/bots', requested));
}

/** The bot that an answer tells of. */
export const botIn = (hansard: Hansard, email: string, { body }: Answer): Person =>
  hansard.withKey({ email, userId: body.user_id as number, key: body.api_key as string });

/** A bot as GET /bots shows it to somebody. */
export const listedBot = async (viewer: Person, email: string) =>
  listIn(await viewer.get('/bots'), 'bots').find(({ username }) => username === email);
