import { expect } from 'chai';
import {
  type ChannelFolderUpdate,
  createChannelFolder,
  reorderChannelFolders,
  updateChannelFolder,
} from '../../../src/commands/channels/folders.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { ChannelFolderId } from '../../../src/events/channels.ts';
import { example } from '../../support/examples.ts';
import { outcome, town, type Who } from '../channelFixture.ts';

const typesOrRefusal = (decided: ReturnType<typeof outcome>) =>
  decided instanceof Refused ? `${decided.code}: ${decided.message}` : decided.events.map(({ type }) => type);

const ADMINISTRATORS_ONLY = 'UNAUTHORIZED_PRINCIPAL: Must be an organization administrator';

describe('a channel folder', () => {
  const create = (name: string, actor: Who = 'admin') =>
    outcome(town(), createChannelFolder, { name, description: { text: '', html: '' } }, actor);
  const update = (given: Partial<ChannelFolderUpdate>, actor: Who = 'admin', inUse = false) =>
    outcome(
      inUse ? town(example.channelMovedToFolder()) : town(),
      updateChannelFolder,
      {
        folderId: 1 as ChannelFolderId,
        name: undefined,
        description: undefined,
        isArchived: undefined,
        ...given,
      },
      actor,
    );

  it('is made by administrators, after all others', () => {
    const decided = create(' Projects ');
    expect(decided).to.have.nested.property('result.folderId', 3);
    expect(decided).to.deep.nested.include({ 'events[0].data.order': 2, 'events[0].data.name': 'Projects' });
    for (const who of ['moderator', 'member', 'guest'] as const)
      expect(typesOrRefusal(create('Projects', who))).to.equal(ADMINISTRATORS_ONLY);
  });

  const names: readonly (readonly [string, string])[] = [
    ['  ', "BAD_REQUEST: Channel folder name can't be empty."],
    ['x'.repeat(61), 'BAD_REQUEST: name is too long (limit: 60 characters)'],
    ['a\u0007', 'BAD_REQUEST: Invalid character in channel folder name, at position 2.'],
    ['FOLDER 1', 'BAD_REQUEST: Channel folder name already in use'],
    ['folder 2', 'BAD_REQUEST: Channel folder name already in use'],
  ];
  for (const [name, expected] of names)
    it(`is not called ${JSON.stringify(name)}: ${expected}`, () =>
      expect(typesOrRefusal(create(name))).to.equal(expected));

  it('is renamed, also in case alone, described, archived and unarchived', () => {
    const description = { text: 'new', html: '<p>new</p>' };
    expect(typesOrRefusal(update({ name: 'FOLDER 1', description, isArchived: true }))).to.deep.equal([
      'ChannelFolderRenamed',
      'ChannelFolderDescribed',
      'ChannelFolderArchived',
    ]);
    const second = { folderId: 2 as ChannelFolderId };
    expect(typesOrRefusal(update({ ...second, isArchived: false }))).to.deep.equal([
      'ChannelFolderUnarchived',
    ]);
    expect(typesOrRefusal(update({ ...second, name: 'folder 1' }))).to.include('already in use');
  });

  it('stays without an event what it is', () => {
    const description = { text: 'What is in it', html: '<p>What is in it</p>' };
    expect(typesOrRefusal(update({ name: 'folder 1', description, isArchived: false }))).to.deep.equal([]);
  });

  it('is changed by administrators only, and if it is there', () => {
    expect(typesOrRefusal(update({ name: 'x' }, 'member'))).to.equal(ADMINISTRATORS_ONLY);
    const absent = 'BAD_REQUEST: Invalid channel folder ID';
    expect(typesOrRefusal(update({ folderId: 9 as ChannelFolderId }))).to.equal(absent);
  });

  it('is archived once no channel is in it any more', () => {
    const complaint = 'BAD_REQUEST: You need to remove all the channels from this folder to archive it.';
    expect(typesOrRefusal(update({ isArchived: true }, 'admin', true))).to.equal(complaint);
  });
});

describe('the order of channel folders', () => {
  const reorder = (folderIds: number[], actor: Who = 'admin') =>
    typesOrRefusal(
      outcome(town(), reorderChannelFolders, { folderIds: folderIds as ChannelFolderId[] }, actor),
    );

  it('is changed by administrators', () => {
    expect(reorder([2, 1])).to.deep.equal(['ChannelFoldersReordered']);
    expect(reorder([1, 2])).to.deep.equal([]);
    expect(reorder([2, 1], 'moderator')).to.equal(ADMINISTRATORS_ONLY);
  });

  for (const wrong of [[1], [1, 2, 3], [1, 1], [], [2, 2, 1]])
    it(`names all of them once: not ${JSON.stringify(wrong)}`, () =>
      expect(reorder(wrong)).to.equal('BAD_REQUEST: Invalid order mapping.'));
});
