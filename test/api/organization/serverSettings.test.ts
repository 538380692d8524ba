import { expect } from 'chai';
import { bodyOf, startExample } from '../http/exampleServer.ts';

describe('GET /server_settings', () => {
  it('tells anyone what a client must know before it logs in', async () => {
    const example = await startExample();
    const body = await bodyOf(
      await example.get('/api/v1/server_settings?x=1', { authorization: 'nonsense' }),
    );
    expect(body).to.include({
      service_feature_level: 500,
      service_merge_base: '',
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      realm_uri: 'http://localhost:9991',
      realm_url: 'http://localhost:9991',
      realm_name: 'Root',
      realm_web_public_access_enabled: false,
    });
    expect(body['service_version']).to.match(/^\d+\.\d+\.\d+$/);
    expect(body['authentication_methods']).to.include({
      password: true,
      email: true,
      'openid connect': false,
    });
    expect(body['ignored_parameters_unsupported']).to.deep.equal(['x']);
    const icon = await example.get(String(body['realm_icon']));
    expect([icon.status, icon.headers.get('content-type')]).to.deep.equal([200, 'image/svg+xml']);
    await example.server.stop();
  });

  it('tells a client that no longer works', async () => {
    const example = await startExample();
    const body = await bodyOf(
      await example.get('/api/v1/server_settings', { 'user-agent': 'ZulipInvalid/5' }),
    );
    expect(body['is_incompatible']).to.equal(true);
    await example.server.stop();
  });

  it('adds the names that unmodified clients know when it is told to', async () => {
    const example = await startExample({
      environment: { COMPATIBILITY_NAMES: 'zulip', PUSH_BOUNCER_URL: 'https://push.example.com' },
    });
    const body = await bodyOf(await example.get('/api/v1/server_settings'));
    expect(body).to.include({ zulip_feature_level: 500, service_feature_level: 500, zulip_merge_base: '' });
    expect(body['zulip_version']).to.equal('12.0');
    expect(body['push_notifications_enabled']).to.equal(true);
    await example.server.stop();
  });
});
