import { expect } from 'chai';
import {
  type DraftInput,
  deleteDraft,
  editDraft,
  saveDrafts,
} from '../../../src/commands/personal/drafts.ts';
import type { DraftId } from '../../../src/events/personal.ts';
import { CHANNELS, PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { owner, member, outsider, stranger } = PEOPLE;
const at = 1_800_000_000_500;
const draft = (fields: Partial<DraftInput> = {}): DraftInput => ({
  type: '',
  to: [],
  topic: 't',
  content: 'x',
  timestamp: undefined,
  ...fields,
});
const save = (drafts: readonly DraftInput[], actor: number = member, state = town()) =>
  eventsOrRefusal(state, saveDrafts, { drafts, at }, actor);
const textOf = (fields: Partial<DraftInput>, actor: number = member) => {
  const verdict = save([draft(fields)], actor);
  return 'refused' in verdict
    ? verdict.message
    : (verdict[0]?.data as { texts?: unknown[] } | undefined)?.texts?.[0];
};
const id = (draftId: number) => draftId as DraftId;

describe('a draft', () => {
  it('is as long as a message, and refused where it would be cut', () => {
    expect(textOf({ content: 'x'.repeat(10_000) }))
      .to.have.property('content')
      .with.length(10_000);
    expect(textOf({ content: 'x'.repeat(10_001) })).to.equal('content is too long (limit: 10000 characters)');
  });

  it('is kept as it is to be sent', () => {
    const written = { content: 'x', writtenAt: 1_800_000_000 };
    expect(textOf({})).to.deep.equal(written);
    expect(textOf({ timestamp: 0 })).to.deep.equal({ ...written, writtenAt: 0 });
    expect(textOf({ content: '\n hi  ' })).to.deep.equal({ ...written, content: ' hi' });
    expect(textOf({ type: 'private', to: [] })).to.deep.equal({ ...written, recipientIds: [] });
    expect(textOf({ type: 'private', to: [owner, member, owner] })).to.deep.equal({
      ...written,
      recipientIds: [owner],
    });
    expect(textOf({ type: 'private', to: [member] })).to.deep.equal({ ...written, recipientIds: [member] });
    const channelId = CHANNELS.public;
    expect(textOf({ type: 'stream', to: [channelId], topic: 'y'.repeat(61) })).to.deep.equal({
      ...written,
      channelId,
      topic: `${'y'.repeat(57)}...`,
    });
  });

  for (const [why, fields, message] of [
    ['no content', { content: ' ' }, 'Message must not be empty'],
    ['a null byte', { content: '\0' }, 'Message must not contain null bytes'],
    ['a time before 1970', { timestamp: -1 }, 'Timestamp must not be negative.'],
    ['no channel', { type: 'stream' }, 'Must specify exactly 1 stream ID for stream messages'],
    ['two channels', { type: 'stream', to: [1, 2] }, 'Must specify exactly 1 stream ID for stream messages'],
    ['an absent channel', { type: 'stream', to: [99] }, 'Invalid channel ID'],
    [
      'a null byte in the topic',
      { type: 'stream', to: [1], topic: '\0' },
      'Topic must not contain null bytes',
    ],
    ['an absent person', { type: 'private', to: [99] }, 'Invalid user ID 99'],
  ] as const)
    it(`is refused with ${why}`, () => {
      expect(textOf(fields)).to.equal(message);
    });

  it('is refused for a channel that its owner cannot read', () => {
    expect(textOf({ type: 'stream', to: [CHANNELS.protected] }, outsider)).to.equal('Invalid channel ID');
    expect(textOf({ type: 'stream', to: [CHANNELS.protected] }, member)).to.be.an('object');
  });

  it('is refused for somebody whom its owner may not know', () => {
    const limited = town(
      example.organizationPermissionChanged({ permission: 'can_access_all_users_group', newValue: 3 }),
    );
    const drafts = [draft({ type: 'private', to: [outsider] })];
    expect(save(drafts, stranger, limited)).to.have.property('message', `Invalid user ID ${outsider}`);
  });

  it('gets the next ID, after those that were deleted', () => {
    const state = town(example.draftsSaved({ draftIds: [1, 2] }), example.draftDeleted({ draftId: 2 }));
    const [event] = save([draft(), draft()], member, state) as readonly { data: object }[];
    expect(event?.data).to.deep.include({ draftIds: [3, 4], ownerId: member });
    expect(save([])).to.deep.equal([]);
  });

  it('is changed and deleted by its owner alone', () => {
    const state = () => town(example.draftsSaved({ ownerId: owner }));
    const edit = { draftId: id(1), draft: draft(), at };
    const absent = { refused: 'BAD_REQUEST', message: 'Draft does not exist' };
    expect(eventsOrRefusal(state(), editDraft, edit, owner)).to.have.nested.property(
      '[0].type',
      'DraftEdited',
    );
    expect(eventsOrRefusal(state(), editDraft, edit, member)).to.deep.equal(absent);
    expect(eventsOrRefusal(state(), editDraft, { ...edit, draftId: id(9) }, owner)).to.deep.equal(absent);
    expect(eventsOrRefusal(state(), deleteDraft, { draftId: id(2) }, member)).to.deep.equal(absent);
    const after = state();
    expect(eventsOrRefusal(after, deleteDraft, { draftId: id(2) }, owner)).to.have.length(1);
    expect(eventsOrRefusal(after, deleteDraft, { draftId: id(2) }, owner)).to.deep.equal(absent);
  });

  it('is one of 1,000', () => {
    const state = () =>
      town(example.draftsSaved({ ownerId: member, draftIds: Array.from({ length: 999 }, (_, i) => i + 1) }));
    expect(save([draft()], member, state())).to.have.length(1);
    expect(save([draft(), draft()], member, state())).to.have.property(
      'message',
      'Too many drafts (maximum 1000).',
    );
    expect(save([draft(), draft()], owner, state())).to.have.length(1);
  });

  it('is one of those that have a million characters together', () => {
    const long = draft({ content: 'x'.repeat(10_000) });
    const state = () => {
      const present = town();
      save(
        Array.from({ length: 99 }, () => long),
        member,
        present,
      );
      return present;
    };
    expect(save([long], member, state())).to.have.length(1);
    const tooLong = 'Your drafts are too long altogether.';
    expect(save([long, draft()], member, state())).to.have.property('message', tooLong);
    const full = state();
    save([long], member, full);
    const edit = { draftId: id(1), draft: long, at };
    expect(eventsOrRefusal(full, editDraft, edit, member)).to.have.length(1);
    const channel = draft({ type: 'stream', to: [1], content: 'x'.repeat(10_000) });
    expect(eventsOrRefusal(full, editDraft, { ...edit, draft: channel }, member)).to.have.property(
      'message',
      tooLong,
    );
  });
});
