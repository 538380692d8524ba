import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';

describe('entity tags of listings', () => {
  let hansard: Hansard;
  let viewers: Readonly<Record<string, Person>>;
  let member: Person;
  let owner: Person;

  before(async () => {
    const cast = await startCast();
    ({ hansard, owner, member } = cast);
    const { admin, moderator, guest } = cast;
    viewers = { owner, moderator, member, guest };
    await admin.patch('/settings', { email_address_visibility: 3 });
    await moderator.patch('/settings', { email_address_visibility: 5 });
    for (const [name, viewer] of Object.entries({ moderator, member }))
      await viewer.post('/users/me/subscriptions', { subscriptions: [{ name }], invite_only: true });
    const guests = { subscriptions: [{ name: 'guests' }], principals: [guest.userId] };
    await owner.post('/users/me/subscriptions', guests);
  });
  after(() => hansard.stop());

  const ask = async (path: string, viewer: Person, tag?: string) => {
    await hansard.app.projections.caughtUp();
    return fetch(`${hansard.url}${path}`, {
      headers: { ...viewer.headers, ...(tag !== undefined && { 'if-none-match': tag }) },
    });
  };
  const tagOf = async (path: string, viewer: Person) => (await ask(path, viewer)).headers.get('etag') ?? '';

  for (const path of ['/users', '/users?client_gravatar=false', '/streams'])
    describe(`of GET ${path}`, () => {
      it('spare who has the bytes already from being sent them again', async () => {
        for (const viewer of Object.values(viewers)) {
          const tag = await tagOf(path, viewer);
          const again = await ask(path, viewer, tag);
          expect(tag).to.match(/^"[\w-]{43}"$/);
          expect([again.status, await again.text()]).to.deep.equal([304, '']);
        }
      });

      it('are good for no viewer who is shown something else', async () => {
        const classes = path === '/streams' ? ['moderator', 'member', 'guest'] : Object.keys(viewers);
        for (const one of classes)
          for (const other of classes.filter((name) => name !== one)) {
            const [mine, theirs] = [viewers[one]!, viewers[other]!];
            const own = await (await ask(path, mine)).text();
            const answer = await ask(path, mine, await tagOf(path, theirs));
            expect([answer.status, await answer.text()], `${one} with the tag of ${other}`).to.deep.equal([
              200,
              own,
            ]);
          }
      });
    });

  it('change with what the viewer sees, and with nothing else', async () => {
    const before = [await tagOf('/users', member), await tagOf('/streams', member)];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'unseen' }], invite_only: true });
    expect([await tagOf('/users', member), await tagOf('/streams', member)]).to.deep.equal(before);
    await owner.patch(`/users/${member.userId}`, { full_name: 'Another Name' });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'seen' }] });
    const after = [await tagOf('/users', member), await tagOf('/streams', member)];
    expect(after[0]).not.to.equal(before[0]);
    expect(after[1]).not.to.equal(before[1]);
  });

  it('differ with the options that were asked for', async () => {
    const paths = ['/users', '/users?client_gravatar=false', '/users?include_custom_profile_fields=true'];
    const tags = await Promise.all(paths.map((path) => tagOf(path, member)));
    expect(new Set(tags).size).to.equal(3);
  });

  it('are not given to a guest who may not know everybody', async () => {
    const guest = viewers['guest']!;
    await owner.patch('/realm', { can_access_all_users_group: { new: 3 } });
    expect((await ask('/users', guest)).headers.get('etag')).to.equal(null);
    await owner.patch('/realm', { can_access_all_users_group: { new: 2 } });
    expect(await tagOf('/users', guest)).not.to.equal('');
  });
});
