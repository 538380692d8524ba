/** People of one channel who mark its messages. */
import type { Answer, Person } from '../support/hansard.ts';
import { type Cast, startCast } from './cast.ts';

interface Message {
  readonly id: number;
  readonly flags: readonly string[];
}

/** A cast whose owner and member follow the channel "design", and what they do there. */
export class Flagging {
  readonly cast: Cast;
  /** Of "design". */
  readonly channelId: number;

  private constructor(cast: Cast, channelId: number) {
    this.cast = cast;
    this.channelId = channelId;
  }

  static async start(): Promise<Flagging> {
    const cast = await startCast();
    const principals = [cast.owner.userId, cast.member.userId];
    await cast.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
    const { body } = await cast.owner.get('/get_stream_id', { stream: 'design' });
    return new Flagging(cast, body.stream_id as number);
  }

  /** Sends as the owner, by default to topic "t" of "design"; answers the message's ID. */
  async send(content = 'x', fields: object = {}): Promise<number> {
    const where = { type: 'channel', to: 'design', topic: 't' };
    return (await this.cast.owner.post('/messages', { ...where, content, ...fields })).body.id as number;
  }
}

export const change = (who: Person, op: string, flag: string, ...messages: readonly number[]) =>
  who.post('/messages/flags', { messages, op, flag });

export const flagsOf = async (who: Person, id: number): Promise<readonly string[]> =>
  ((await who.get(`/messages/${id}`)).body.message as Message).flags;

/** The first hundred messages of a narrow. */
export const page = (who: Person, fields: object = {}): Promise<Answer> =>
  who.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 100, ...fields });

export const idsIn = ({ body }: Answer): readonly number[] =>
  (body.messages as readonly Message[]).map(({ id }) => id);

/** Messages that are what an `is:` term asks for. */
export const idsThatAre = async (who: Person, operand: string, ...terms: readonly unknown[]) =>
  idsIn(await page(who, { narrow: [['is', operand], ...terms] }));

/** The revision that the answer was given at: it stays where nothing is appended. */
export const positionOf = (answer: Answer): string | null => answer.headers.get('hansard-position');
