import { expect } from 'chai';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { listIn } from './expected.ts';

describe('names in mentions, over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let guest: Person;
  let channelId: number;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.account('Ann & Example');
    guest = await hansard.account('Gus Guest', 600);
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'c' }],
      principals: [owner.userId, guest.userId],
    });
    channelId = Number((await owner.get('/get_stream_id', { stream: 'c' })).body.stream_id);
  });
  after(() => hansard.stop());

  const send = async (content: string): Promise<number> => {
    const { body } = await owner.post('/messages', { type: 'channel', to: channelId, topic: 't', content });
    return Number(body.id);
  };
  const contentFor = async (reader: Person, id: number): Promise<unknown> =>
    ((await reader.get(`/messages/${id}`)).body.message as { content: unknown }).content;
  const edit = async (id: number, content: string): Promise<Answer> => {
    const answer = await owner.patch(`/messages/${id}`, { content });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer;
  };
  const mention = (name: string, userId = ann.userId) =>
    `<span class="user-mention" data-user-id="${userId}">@${name}</span>`;

  it('keep those of a corrected message whose text has stayed, whatever people are called by now', async () => {
    const id = await send('@**Ann & Example** look');
    const withId = await send(`@**Ann & Example|${ann.userId}** look`);
    const { status } = await owner.patch(`/users/${ann.userId}`, { full_name: 'Ann Other' });
    expect(status).to.equal(200);
    const namesake = await hansard.account('Bea Example');
    await owner.patch(`/users/${namesake.userId}`, { full_name: 'Ann & Example' });
    for (const word of ['see', 'read']) {
      await edit(id, `@**Ann & Example** ${word}`);
      expect(await contentFor(owner, id)).to.equal(`<p>${mention('Ann Other')} ${word}</p>`);
    }
    await edit(withId, `@**Ann & Example|${ann.userId}** see`);
    expect(await contentFor(owner, withId)).to.equal(`<p>${mention('Ann Other')} see</p>`);
    const other = await send('@**Ann & Example** look');
    expect(await contentFor(owner, other)).to.equal(
      `<p>${mention('Ann &amp; Example', namesake.userId)} look</p>`,
    );
    await edit(other, '@**Nobody** and @**Ann & Exampl**');
    expect(await contentFor(owner, other)).to.equal('<p>@**Nobody** and @**Ann &amp; Exampl**</p>');
  });

  it('are not told to limited guests who may not know who it is', async () => {
    const id = await send(`@**|${ann.userId}**, @_**|${ann.userId}** and @**|${owner.userId}**`);
    await edit(id, `@**|${ann.userId}** only`);
    const groups = listIn(await owner.get('/user_groups'), 'user_groups');
    const members = groups.find(({ name }) => name === 'role:members')?.id;
    await owner.patch('/realm', { can_access_all_users_group: { new: members } });
    expect(await contentFor(guest, id)).to.equal(`<p>${mention('Unknown user')} only</p>`);
    const history = JSON.stringify((await guest.get(`/messages/${id}/history`)).body);
    expect(history).to.contain('Unknown user').and.not.contain('Ann Other');
    const entries = JSON.stringify((await guest.get(`/messages/${id}`)).body);
    expect(entries).to.contain('prev_rendered_content').and.not.contain('Ann Other');
    expect(await contentFor(owner, id)).to.equal(`<p>${mention('Ann Other')} only</p>`);
  });
});
