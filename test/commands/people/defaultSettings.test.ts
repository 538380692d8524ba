import { expect } from 'chai';
import { changeDefaultSettings } from '../../../src/commands/people/settings.ts';
import { PEOPLE, town, toWhom } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;

describe('default settings', () => {
  it('are changed by administrators, as far as they differ', () => {
    const requested = { enterSends: true, colorScheme: 1 as const };
    expect(eventsOrRefusal(town(), changeDefaultSettings, requested, owner)).to.deep.equal([
      { type: 'DefaultSettingChanged', data: { property: 'enterSends', oldValue: false, newValue: true } },
    ]);
    expect(eventsOrRefusal(town(), changeDefaultSettings, requested, member)).to.deep.equal({
      refused: 'UNAUTHORIZED_PRINCIPAL',
      message: 'Must be an organization administrator',
    });
  });

  it('are told to everybody', () => {
    expect(toWhom(town(), example.defaultSettingChanged())).to.deep.equal([
      'realm_user_settings_defaults/update/enter_sends → 1 2 3 4 5',
    ]);
  });
});
