/** Reactions as unmodified clients of others read them: with their person as an object, where the server speaks their names. */
import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';

type Reaction = Record<string, unknown> & { readonly user?: Record<string, unknown> };

const zulip = { COMPATIBILITY_NAMES: 'zulip' };

describe('reactions for clients of others', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let guest: Person;
  let messageId: number;

  const start = async (environment: Readonly<Record<string, string>>): Promise<void> => {
    hansard = await Hansard.start({ environment });
    owner = await hansard.owner();
    ann = await hansard.person('Ann Example');
    guest = await hansard.person('Guest Example', 600);
    const principals = [owner.userId, ann.userId, guest.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
    const { body } = await owner.post('/messages', {
      type: 'channel',
      to: 'design',
      topic: 'logo',
      content: 'Blue?',
    });
    messageId = body.id as number;
  };
  afterEach(() => hansard.stop());

  const react = (emoji: string) => ann.post(`/messages/${messageId}/reactions`, { emoji_name: emoji });

  /** In a list, alone, and as an event that a queue delivers. */
  async function shownTo(person: Person, emoji = 'heart'): Promise<readonly Reaction[]> {
    const { body: queue } = await person.post('/register', { event_types: ['reaction'] });
    await react(emoji);
    const { queue_id, last_event_id } = queue;
    const { body: eventsBody } = await person.get('/events', { queue_id, last_event_id, dont_block: true });
    const { body: listed } = await person.get('/messages', { message_ids: [messageId] });
    const { body: alone } = await person.get(`/messages/${messageId}`);
    const [inList] = listed.messages as readonly { readonly reactions: readonly Reaction[] }[];
    const { reactions } = alone.message as { readonly reactions: readonly Reaction[] };
    return [(eventsBody.events as readonly Reaction[])[0]!, inList!.reactions.at(-1)!, reactions.at(-1)!];
  }

  it('have their person beside the ID', async () => {
    await start(zulip);
    const { userId, email } = ann;
    for (const reaction of await shownTo(owner)) {
      expect(reaction.user_id).to.equal(userId);
      expect(reaction.user).to.include({ id: userId, user_id: userId, email, full_name: 'Ann Example' });
    }
  });

  it('name nobody whom the reader may not know', async () => {
    await start(zulip);
    await owner.patch('/realm', { can_access_all_users_group: { new: 3 } });
    await owner.delete('/users/me/subscriptions', { subscriptions: ['design'], principals: [ann.userId] });
    for (const { user, ...reaction } of await shownTo(guest)) {
      expect(user).to.include({ id: ann.userId, full_name: 'Unknown user' });
      expect(JSON.stringify([reaction, user]))
        .not.to.include('Ann')
        .and.not.to.include(ann.email);
    }
  });

  it('have the other name of the emoji that comes with the server', async () => {
    await start(zulip);
    const types = (await shownTo(owner, 'hansard')).map(({ reaction_type: type }) => type);
    expect(types).to.deep.equal(['zulip_extra_emoji', 'zulip_extra_emoji', 'zulip_extra_emoji']);
  });

  it('have none of that for clients of ours', async () => {
    await start({});
    for (const reaction of await shownTo(owner)) expect(reaction).not.to.have.property('user');
  });
});
