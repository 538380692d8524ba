import { expect } from 'chai';
import { changeDefaultSettings } from '../../../src/commands/people/settings.ts';
import { PEOPLE, town, toWhom } from '../../live/scene.ts';
import { example } from '../../support/examples.ts';
import { verdictOn } from '../verdict.ts';

const { owner, member } = PEOPLE;

describe('default settings', () => {
  it('are changed by administrators, as far as they differ', () => {
    const wanted = { enterSends: true, colorScheme: 1 as const };
    expect(verdictOn(town(), changeDefaultSettings, wanted, owner)).to.deep.equal([
      { type: 'DefaultSettingChanged', data: { property: 'enterSends', oldValue: false, newValue: true } },
    ]);
    expect(verdictOn(town(), changeDefaultSettings, wanted, member)).to.deep.equal({
      refused: 'UNAUTHORIZED_PRINCIPAL',
      says: 'Must be an organization administrator',
    });
  });

  it('are told to everybody', () => {
    expect(toWhom(town(), example.defaultSettingChanged())).to.deep.equal([
      'realm_user_settings_defaults/update/enter_sends → 1 2 3 4 5',
    ]);
  });
});
