import { expect } from 'chai';
import { apiRoutes } from '../../src/api/table.ts';

/** Logging in, phones and whatever else only a person has or decides; bots may call everything else. */
const FOR_PEOPLE = [
  'GET /sessions',
  'DELETE /sessions/:session_id',
  'POST /users/me/api_key/regenerate',
  'POST /register_client_device',
  'POST /remove_client_device',
  'POST /mobile_push/register',
  'POST /mobile_push/test_notification',
  'POST /mobile_push/e2ee/test_notification',
  'POST /users/me/apns_device_token',
  'DELETE /users/me/apns_device_token',
  'POST /users/me/android_gcm_reg_id',
  'DELETE /users/me/android_gcm_reg_id',
  'POST /users/me/presence',
  'PATCH /users/me/profile_data',
  'DELETE /users/me/profile_data',
  'GET /bots',
  'POST /bots',
  'PATCH /bots/:bot_id',
  'DELETE /bots/:bot_id',
  'POST /bots/:bot_id/api_key/regenerate',
  'GET /invites',
  'POST /invites',
  'POST /invites/multiuse',
  'DELETE /invites/:invite_id',
  'DELETE /invites/multiuse/:invite_id',
  'POST /invites/:invite_id/resend',
  'POST /realm/deactivate',
  'POST /realm/test_welcome_bot_custom_message',
  'POST /record/events',
  'POST /record/integrity',
  'POST /record/projections',
  'POST /record/projections/rebuild',
  'POST /record/projections/verify',
];

/** Paths of what only a person has, whatever is added below them. */
const PERSONAL =
  /^\/(sessions|mobile_push|register_client_device|remove_client_device|invites|record)\b|_token$|_reg_id$/;

describe('routes that refuse bots', () => {
  const forPeople = apiRoutes.filter(({ who }) => who === 'human' || who === 'humanMember');

  it('are those for what only a person has or decides', () => {
    expect(forPeople.map(({ name }) => name).toSorted()).to.deep.equal(FOR_PEOPLE.toSorted());
  });

  it('include every route of logging in, devices and pushes that asks who calls', () => {
    const open = apiRoutes.filter(({ path, who }) => PERSONAL.test(path) && who !== 'anyone');
    expect(open.filter((route) => !forPeople.includes(route)).map(({ name }) => name)).to.deep.equal([]);
  });
});
