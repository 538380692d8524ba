import { expect } from 'chai';
import { AS_MEMBER, bodyOf, startExample, type ExampleServer } from './exampleServer.ts';

describe('Methods and paths', () => {
  let example: ExampleServer;

  before(async () => {
    example = await startExample();
  });
  after(() => example.server.stop());

  it('answers HEAD like GET, without a body', async () => {
    const get = await example.get('/api/v1/listing', AS_MEMBER);
    const head = await fetch(`${example.url}/api/v1/listing`, { method: 'HEAD', headers: AS_MEMBER });
    expect(head.status).to.equal(200);
    expect(head.headers.get('content-length')).to.equal(String((await get.text()).length));
    expect(await head.text()).to.equal('');
  });

  it('answers OPTIONS with the methods of the path', async () => {
    const answer = await fetch(`${example.url}/api/v1/things/3`, { method: 'OPTIONS' });
    expect(answer.status).to.equal(204);
    expect(answer.headers.get('allow')).to.equal('DELETE, GET, HEAD, OPTIONS, PATCH');
  });

  it('refuses another method with those it has, and without a code', async () => {
    const answer = await example.send('PUT', '/api/v1/echo', '');
    expect(answer.status).to.equal(405);
    expect(answer.headers.get('allow')).to.equal('OPTIONS, POST');
    expect(await bodyOf(answer)).to.deep.equal({
      result: 'error',
      msg: 'Method Not Allowed',
      allowed_methods: ['OPTIONS', 'POST'],
    });
  });

  it('refuses it also where the fields could not be read', async () => {
    const json = { 'Content-Type': 'application/json' };
    for (const answer of [
      await example.send('PUT', '/api/v1/echo', '{}', json),
      await example.send('DELETE', '/api/v1/echo?text=%ff', ''),
    ])
      expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'OPTIONS, POST']);
  });

  it('takes a number of any length in a path for an ID', async () => {
    const answer = await example.get(`/api/v1/things/${'9'.repeat(400)}`, AS_MEMBER);
    expect(await bodyOf(answer)).to.include({ thing: Number.MAX_SAFE_INTEGER });
  });

  for (const path of [
    '/api/v1/nowhere',
    '/api/v1/things/x',
    '/api/v1/things/3/',
    '/api/v1/ECHO',
    '/',
    '/api/v2/echo',
  ])
    it(`knows no ${path}`, async () => {
      const answer = await example.get(path, { ...AS_MEMBER, accept: 'application/json' });
      expect(answer.status).to.equal(404);
      expect(await bodyOf(answer)).to.deep.equal({
        result: 'error',
        msg: 'Not found',
        code: 'BAD_REQUEST',
      });
    });

  it('refuses a path that cannot be decoded', async () => {
    const answer = await example.get('/api/v1/things/%E0%A4%A', AS_MEMBER);
    expect(answer.status).to.equal(400);
    expect(await bodyOf(answer)).to.include({ code: 'BAD_REQUEST' });
  });

  it('prefers a literal path to a parameter', async () => {
    expect(await bodyOf(await example.get('/api/v1/things/mine', AS_MEMBER))).to.deep.equal({
      result: 'success',
      msg: '',
    });
    expect(await bodyOf(await example.get('/api/v1/things/7', AS_MEMBER))).to.include({ thing: 7 });
  });
});
