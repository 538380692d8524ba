import { expect } from 'chai';
import type { FileId } from '../../src/events/files.ts';
import type { MessageId } from '../../src/base/ids.ts';
import { listedAttachment } from '../../src/wire/files.ts';
import { example, organizationAfter } from '../support/examples.ts';

describe('a file that very many messages show', () => {
  it('tells its owner of the newest thousand', () => {
    const state = organizationAfter(example.userCreated(), example.fileUploaded());
    const shownIn = Array.from({ length: 1_001 }, (_, index) => (index + 1) as MessageId);
    const shown = listedAttachment(state, { ...state.files.byId.get(1 as FileId)!, shownIn });
    expect(shown.message_ids).to.deep.equal(shownIn.slice(1));
    expect(shown.messages.map(({ id }) => id)).to.deep.equal(shownIn.slice(1));
  });
});
