import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import {
  expectAdministratorOnly,
  expectLoginFirst,
  expectRefusal,
  expectSuccess,
  listIn,
} from '../expected.ts';

describe('channel folders over HTTP', () => {
  let hansard: Hansard;
  let admin: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, admin, member, guest } = await startCast());
  });
  after(() => hansard.stop());

  const create = (name: string, description = '', who = admin) =>
    who.post('/channel_folders/create', { name, description });
  const idOf = async (name: string) => (await create(name)).body.channel_folder_id as number;
  const foldersFor = async (who: Person, fields: Readonly<Record<string, unknown>> = {}) =>
    listIn(await who.get('/channel_folders', fields), 'channel_folders');

  it('are made by administrators and shown to everybody', async () => {
    const { body } = await create(' Projects ', 'What we *do*');
    const [folder] = await foldersFor(guest);
    expect(folder).to.deep.include({
      id: body.channel_folder_id,
      name: 'Projects',
      description: 'What we *do*',
      rendered_description: '<p>What we <em>do</em></p>',
      order: 0,
      creator_id: admin.userId,
      is_archived: false,
    });
    expect(folder?.date_created).to.be.a('number');
    expectAdministratorOnly(await create('Other', '', member));
    expectAdministratorOnly(await create('Other', '', guest));
  });

  it('ask for a name and a description', async () => {
    const missing = (name: string) => ({ code: 'REQUEST_VARIABLE_MISSING', var_name: name });
    const nameless = await admin.post('/channel_folders/create', { description: '' });
    expectRefusal(nameless, "Missing 'name' argument", missing('name'));
    const bare = await admin.post('/channel_folders/create', { name: 'x' });
    expectRefusal(bare, "Missing 'description' argument", missing('description'));
    expectRefusal(await create(' '), "Channel folder name can't be empty.");
    expectRefusal(await create('x'.repeat(61)), 'name is too long (limit: 60 characters)');
    expectRefusal(await create('x', 'd'.repeat(1025)), 'description is too long (limit: 1024 characters)');
    expectRefusal(await create('PROJECTS'), 'Channel folder name already in use');
  });

  it('are changed one property at a time or several', async () => {
    const folderId = await idOf('Draft');
    const path = `/channel_folders/${folderId}`;
    expectSuccess(await admin.patch(path, { name: 'Final' }));
    expectSuccess(await admin.patch(path, { description: '*done*', name: 'Final' }));
    const shown = (await foldersFor(member)).find(({ id }) => id === folderId);
    expect(shown).to.include({ name: 'Final', rendered_description: '<p><em>done</em></p>' });
    expectAdministratorOnly(await member.patch(path, { name: 'Mine' }));
    expectRefusal(await admin.patch('/channel_folders/999', { name: 'x' }), 'Invalid channel folder ID');
    expectRefusal(await admin.patch(path, { name: '' }), "Channel folder name can't be empty.");
    expectRefusal(await admin.patch(path, { is_archived: 1 }), 'is_archived is not a boolean');
  });

  it('are archived when they are empty, and listed then only if asked for', async () => {
    const folderId = await idOf('Old things');
    const path = `/channel_folders/${folderId}`;
    await admin.post('/users/me/subscriptions', { subscriptions: [{ name: 'in it' }], folder_id: folderId });
    const complaint = 'You need to remove all the channels from this folder to archive it.';
    expectRefusal(await admin.patch(path, { is_archived: true }), complaint);
    const { body } = await admin.get('/get_stream_id', { stream: 'in it' });
    await admin.patch(`/streams/${String(body.stream_id)}`, { folder_id: null });
    expectSuccess(await admin.patch(path, { is_archived: true }));
    expect((await foldersFor(member)).map(({ id }) => id)).not.to.include(folderId);
    expect((await foldersFor(member, { include_archived: true })).map(({ id }) => id)).to.include(folderId);
    const into = await admin.patch(`/streams/${String(body.stream_id)}`, { folder_id: folderId });
    expectRefusal(into, 'Invalid channel folder ID');
    expectSuccess(await admin.patch(path, { is_archived: false }));
  });

  it('are put into another order, all of them at once', async () => {
    const order = (await foldersFor(admin, { include_archived: true })).map(({ id }) => id).reverse();
    expectSuccess(await admin.patch('/channel_folders', { order }));
    expect((await foldersFor(member)).map(({ id }) => id)).to.deep.equal(order);
    expectRefusal(await admin.patch('/channel_folders', { order: [order[0]] }), 'Invalid order mapping.');
    expectRefusal(await admin.patch('/channel_folders', { order: 'x' }), 'order is not valid JSON');
    expectAdministratorOnly(await member.patch('/channel_folders', { order }));
  });

  it('ask for a login', async () => {
    expectLoginFirst(await hansard.anonymous('GET', '/channel_folders'));
  });
});
