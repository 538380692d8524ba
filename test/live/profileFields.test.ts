import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { example } from '../support/examples.ts';
import { clientEvents, PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { owner, member, outsider, guest, stranger } = PEOPLE;
const all = `${owner} ${member} ${outsider} ${guest} ${stranger}`;
const dropdown = example.profileFieldCreated({
  type: 3,
  choices: [
    { key: '0', text: 'Blue', order: '1' },
    { key: '1', text: 'Green', order: '2' },
  ],
});

describe('custom profile fields', () => {
  it('are told all together, in their order, to everybody', () => {
    const state = town(
      example.profileFieldCreated(),
      example.profileFieldCreated({ fieldId: 2, displayInSummary: true, useForUserMatching: true }),
    );
    const reordered = example.profileFieldsReordered({ fieldIds: [2, 1] });
    expect(toWhom(state, reordered)).to.deep.equal([`custom_profile_fields → ${all}`]);
    const common = {
      type: 1,
      hint: 'What it is for',
      field_data: '',
      required: false,
      editable_by_user: true,
    };
    const shown = { display_in_profile_summary: true, use_for_user_matching: true };
    expect(theOne(state, reordered, 'custom_profile_fields').payload).to.deep.equal({
      type: 'custom_profile_fields',
      fields: [
        { id: 2, name: 'field 2', order: 0, ...common, ...shown },
        { id: 1, name: 'field 1', order: 1, ...common },
      ],
    });
  });

  it('are told with their data as JSON text', () => {
    const dataOf = (given: Parameters<typeof example.profileFieldCreated>[0]) => {
      const { payload } = theOne(town(), example.profileFieldCreated(given), 'custom_profile_fields');
      return 'fields' in payload ? payload.fields[0]?.field_data : undefined;
    };
    expect(dataOf({ type: 3, choices: [{ key: '0', text: 'Blue', order: '1' }] })).to.equal(
      '{"0":{"text":"Blue","order":"1"}}',
    );
    expect(dataOf({ type: 7, account: { subtype: 'github', urlPattern: null } })).to.equal(
      '{"subtype":"github"}',
    );
    const urlPattern = 'https://example.com/%(username)s';
    expect(dataOf({ type: 7, account: { subtype: 'custom', urlPattern } })).to.equal(
      JSON.stringify({ subtype: 'custom', url_pattern: urlPattern }),
    );
  });

  it('that lose a choice are told before whom it leaves without a value', () => {
    const had = example.profileValueSet({ userId: member, value: '0' });
    const changed = example.profileFieldChoicesChanged({ clearedUserIds: [member] });
    expect(toWhom(town(dropdown, had), changed)).to.deep.equal([
      `custom_profile_fields → ${all}`,
      `realm_user/update → ${all}`,
    ]);
    expect(theOne(town(dropdown, had), changed, 'realm_user').payload).to.deep.include({
      person: { user_id: member, custom_profile_field: { id: 1, value: null } },
    });
  });

  it('that leave many without a value end queues', () => {
    const many = Array.from({ length: 201 }, (_, index) => 100 + index);
    const state = town(dropdown, ...many.map((userId) => example.userCreated({ userId })));
    const [, ended] = clientEvents(state, example.profileFieldChoicesChanged({ clearedUserIds: many }));
    expect(ended).to.include({ endsQueues: true });
  });
});

describe('what is in profile fields', () => {
  it('is told to whoever knows the person', () => {
    const kept = example.organizationPermissionChanged({
      permission: 'can_access_all_users_group',
      newValue: 3,
    });
    const state = town(example.profileFieldCreated(), kept);
    const set = example.profileValueSet({ userId: member });
    expect(toWhom(state, set)).to.deep.equal([`realm_user/update → ${owner} ${member} ${outsider} ${guest}`]);
    expect(theOne(state, set, 'realm_user').payload).to.deep.equal({
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: member,
        custom_profile_field: { id: 1, value: '*Ada*', rendered_value: '<p><em>Ada</em></p>' },
      },
    });
  });

  it('is told with the person to whom gets to know him', () => {
    const kept = example.organizationPermissionChanged({
      permission: 'can_access_all_users_group',
      newValue: 3,
    });
    const state = town(kept, example.profileFieldCreated(), example.profileValueSet({ userId: outsider }));
    const met = example.usersSubscribed({ channelIds: [1], userIds: [outsider] });
    expect(theOne(state, met, 'realm_user').payload)
      .to.have.nested.property('person.profile_data')
      .that.deep.equals({ '1': { value: '*Ada*', rendered_value: '<p><em>Ada</em></p>' } });
  });
});

describe('a change of a profile field', () => {
  const fieldOf = (event: DomainEvent, ...before: readonly DomainEvent[]) => {
    const { to, payload } = theOne(town(...before), event, 'custom_profile_fields');
    expect([...to].join(' ')).to.equal(all);
    return 'fields' in payload ? payload.fields[0] : undefined;
  };
  const account = example.profileFieldCreated({
    type: 7,
    account: { subtype: 'custom', urlPattern: 'https://old.example.com/%(username)s' },
  });

  it('is told with all fields as they are then', () => {
    const field = example.profileFieldCreated();
    expect(fieldOf(example.profileFieldRenamed(), field)).to.include({ name: 'Nickname' });
    expect(fieldOf(example.profileFieldHintChanged(), field)).to.include({ hint: 'What friends say' });
    expect(fieldOf(example.profileFieldSwitched(), field)).to.include({ required: true });
    expect(fieldOf(example.profileFieldAccountChanged(), account))
      .to.have.property('field_data')
      .that.includes('https://example.com/');
    expect(fieldOf(example.profileFieldDeleted({ fieldId: 1 }), field)).to.equal(undefined);
  });

  it('takes a value away from whose it was', () => {
    const had = [example.profileFieldCreated(), example.profileValueSet({ userId: member })];
    const removed = example.profileValueRemoved({ userId: member });
    expect(theOne(town(...had), removed, 'realm_user').payload).to.deep.include({
      person: { user_id: member, custom_profile_field: { id: 1, value: null } },
    });
  });
});
