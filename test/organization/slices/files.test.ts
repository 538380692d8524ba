import { expect } from 'chai';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { FileId } from '../../../src/events/files.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { canReadFile } from '../../../src/organization/access/files.ts';
import { filesOf, filesUnusedSince } from '../../../src/organization/slices/files.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const [owner, other] = [1 as UserId, 2 as UserId];
const fileId = 1 as FileId;
const file = example.fileUploaded({ fileId, ownerId: owner });
const people = [
  example.userCreated({ userId: owner }),
  example.userCreated({ userId: other }),
  example.channelCreated({ channelId: 1 }),
  example.channelCreated({ channelId: 2, name: 'other' }),
];
const after = (...events: readonly DomainEvent[]) => organizationAfter(...people, ...events);
/** The ID of the message that the nth event after the people sends. */
const sentBy = (index: number): number => organizationAfter(...people).revision + 2 + index;
const sent = (fields: object = {}) => example.messageSent({ channelId: 1, fileIds: [fileId], ...fields });

describe('the state of files', () => {
  it('counts the bytes of a person and of the organization, and each use of the same bytes', () => {
    const second = example.fileUploaded({ fileId: 2, ownerId: owner });
    const state = after(file, second);
    expect(state.files.used.get()).to.equal(2_000);
    expect(state.files.usedBy.get(owner)).to.equal(2_000);
    expect(state.files.uses.get('d'.repeat(64))).to.equal(2);
    foldOn(state, example.fileRemoved({ fileId: 1 }));
    expect([state.files.used.get(), state.files.uses.get('d'.repeat(64))]).to.deep.equal([1_000, 1]);
    foldOn(state, example.fileRemoved({ fileId: 2 }));
    expect([state.files.used.get(), state.files.uses.size]).to.deep.equal([0, 0]);
    expect(filesOf(state, owner)).to.deep.equal([]);
    expect(state.files.nextFileId.get()).to.equal(3);
  });

  it('follows a message that shows a file to the channel that it is moved to', () => {
    const state = after(file, sent());
    const messageId = sentBy(1);
    foldOn(
      state,
      example.messagesMoved({ messageId, messageIds: [messageId], oldChannelId: 1, newChannelId: 2 }),
    );
    expect(state.files.showing.get(messageId as never)).to.include({ channelId: 2 });
    expect(state.files.byId.get(fileId)?.shownIn).to.deep.equal([messageId]);
  });

  it('lets go of a file with the last message that showed it, by deletion alone', () => {
    const state = after(
      file,
      sent(),
      sent({ channelId: undefined, topic: undefined, participantIds: [1, 2] }),
    );
    const [first, second] = [sentBy(1), sentBy(2)];
    foldOn(state, example.messagesDeleted({ messageIds: [first] }));
    expect(state.files.byId.get(fileId)?.shownIn).to.deep.equal([second]);
    const edited = organizationAfter(...people, file, sent(), example.messageEdited({ messageId: first }));
    expect(edited.files.byId.get(fileId)?.shownIn).to.deep.equal([]);
    expect(filesUnusedSince(edited, Infinity)).to.have.length(1);
    foldOn(state, example.messagesDeleted({ messageIds: [second] }));
    expect(state.files.byId.size + state.files.idByKey.size + state.files.showing.size).to.equal(0);
    expect(state.files.unusedSince.size).to.equal(0);
  });

  it('knows since when no message has shown a file', () => {
    const state = after(file);
    const { time } = state;
    expect(filesUnusedSince(state, time)).to.deep.equal([]);
    expect(filesUnusedSince(state, time + 1).map((unused) => unused.fileId)).to.deep.equal([fileId]);
    foldOn(state, sent());
    expect(filesUnusedSince(state, Infinity)).to.deep.equal([]);
  });

  it('shows nothing of a file that was removed before the message came', () => {
    const state = after(file, example.fileRemoved({ fileId }), sent());
    expect(state.files.showing.size).to.equal(0);
  });
});

describe('who may read a file', () => {
  const readers = (...events: readonly DomainEvent[]) => {
    const state = after(file, ...events);
    return [...canReadFile.holders(state, state.files.byId.get(fileId)!)];
  };

  it('is its owner, and everybody who may read a message that shows it', () => {
    expect(readers()).to.deep.equal([owner]);
    expect(readers(sent())).to.deep.equal([owner, other]);
    const direct = { channelId: undefined, topic: undefined };
    expect(readers(sent({ ...direct, participantIds: [1] }))).to.deep.equal([owner]);
    expect(readers(sent({ ...direct, participantIds: [1, 2] }))).to.deep.equal([owner, other]);
  });

  it('is said with its reasons', () => {
    const state = after(file);
    const { sentence, because } = canReadFile.explain(state, other, state.files.byId.get(fileId)!);
    expect(sentence).to.match(/may not read the file logo 1\.png$/);
    expect(because.map((reason) => reason.sentence).join('; ')).to.match(
      /uploaded the file; .* may not read a message that shows the file/,
    );
  });
});
