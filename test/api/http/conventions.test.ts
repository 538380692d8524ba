import { expect } from 'chai';
import { AS_MEMBER, bodyOf, startExample, type ExampleServer } from './exampleServer.ts';

const form = (fields: Record<string, string> | [string, string][]): URLSearchParams =>
  new URLSearchParams(fields);

describe('The conventions of every endpoint', () => {
  let example: ExampleServer;
  const echo = (fields: Record<string, string> | [string, string][], query = ''): Promise<Response> =>
    example.send('POST', `/api/v1/echo${query}`, form(fields), AS_MEMBER);

  before(async () => {
    example = await startExample();
  });
  after(() => example.server.stop());

  describe('where parameters are found', () => {
    it('takes them from an urlencoded body', async () => {
      const body = await bodyOf(await echo({ kind: 'direct', topic: 'a+b & c=d%', flag: 'true' }));
      expect(body).to.deep.equal({
        result: 'success',
        msg: '',
        kind: 'direct',
        topic: 'a+b & c=d%',
        flag: true,
        to: 'null',
      });
    });

    it('takes them from the query of any method, keeping broken percent signs', async () => {
      const answer = await example.send('POST', '/api/v1/echo?kind=channel&topic=100%&x', '', AS_MEMBER);
      expect(await bodyOf(answer)).to.include({ kind: 'channel', topic: '100%' });
    });

    it('takes them from the text parts of a multipart body, and names files that nobody takes', async () => {
      const parts = new FormData();
      parts.set('kind', 'channel');
      parts.set('topic', 'ünï → ✔');
      for (const name of ['file', 'topic', 'file', 'aside']) parts.append(name, new Blob(['bytes']), 'a.txt');
      parts.set('aside too', '1');
      const answer = await example.send('POST', '/api/v1/echo', parts, AS_MEMBER);
      expect(await bodyOf(answer)).to.deep.include({
        kind: 'channel',
        topic: 'ünï → ✔',
        ignored_parameters_unsupported: ['aside', 'aside too', 'file', 'topic'],
      });
    });

    it('takes them from the body of PATCH and of DELETE', async () => {
      const patched = await example.send('PATCH', '/api/v1/things/3', form({ text: 'new' }), AS_MEMBER);
      expect(await bodyOf(patched)).to.include({ text: 'new' });
      const removed = await example.send('DELETE', '/api/v1/things/3', form({ more: '1' }), AS_MEMBER);
      expect(await bodyOf(removed)).to.deep.include({ ignored_parameters_unsupported: ['more'] });
    });

    it('prefers the body to the query, and within each the last value', async () => {
      const body = await bodyOf(
        await echo(
          [
            ['kind', 'direct'],
            ['kind', 'channel'],
          ],
          '?kind=nobody&topic=first&topic=last',
        ),
      );
      expect(body).to.include({ kind: 'channel', topic: 'last' });
    });

    it('lets a POST act as the method that it names', async () => {
      const answer = await example.send(
        'POST',
        '/api/v1/things/3',
        form({ method: 'patch', text: 'x' }),
        AS_MEMBER,
      );
      expect(await bodyOf(answer)).to.deep.equal({ result: 'success', msg: '', text: 'x' });
    });
  });

  describe('what parameters may be', () => {
    const refusals: readonly (readonly [Record<string, string>, string])[] = [
      [{ flag: 'True' }, 'flag is not valid JSON'],
      [{ flag: '' }, 'flag is not valid JSON'],
      [{ flag: '1' }, 'flag is not a boolean'],
      [{ count: '"12"' }, 'count is not an integer'],
      [{ count: '1.5' }, 'count is not an integer'],
      [{ count: '1e400' }, 'count is not an integer'],
      [{ count: '-1' }, 'count is too small'],
      [{ count: '101' }, 'count is too large'],
      [{ kind: 'huddle' }, 'Invalid kind'],
      [{ name: '' }, 'name cannot be blank'],
      [{ name: 'elevenchars' }, 'name is too long (limit: 10 characters)'],
      [{ list: '{}' }, 'list is not a list'],
      [{ list: '[1]' }, 'list[0] is not a dict'],
      [{ list: '[{"name":1}]' }, 'list[0]["name"] is not a string'],
      [{ list: '[{"name":"a"},{}]' }, 'list[1]["name"] field is missing'],
      [{ list: '[{"name":"a","x":1}]' }, 'Argument "x" at list[0]["x"] is unexpected'],
      [
        { list: '[{"name":"a","__proto__":1}]' },
        'Argument "__proto__" at list[0]["__proto__"] is unexpected',
      ],
      [{ list: '[{"name":"\\ud83d"}]' }, 'list is not valid JSON: it has half a surrogate pair'],
      [{ list: '[{"\\uDE00":"a"}]' }, 'list is not valid JSON: it has half a surrogate pair'],
      [{ to: 'true' }, 'to is not an integer'],
      [{ to: '[1,"a"]' }, 'to[1] is not an integer'],
      [{ to: '"name"' }, 'to is not an integer'],
    ];
    for (const [fields, msg] of refusals)
      it(`refuses ${JSON.stringify(fields)}: ${msg}`, async () => {
        const answer = await echo({ kind: 'direct', ...fields });
        expect(answer.status).to.equal(400);
        expect(await bodyOf(answer)).to.deep.equal({ result: 'error', msg, code: 'BAD_REQUEST' });
      });

    it('takes escaped characters that are whole, and what only looks like half of one', async () => {
      for (const to of [String.raw`["\ud83d\uDE00"]`, String.raw`["\\ud83d"]`])
        expect(await bodyOf(await echo({ kind: 'direct', to }))).to.include({
          to: JSON.stringify(JSON.parse(to)),
        });
    });

    it('names a required parameter that is absent, and only the first', async () => {
      expect(await bodyOf(await echo({ flag: 'nonsense' }))).to.deep.equal({
        result: 'error',
        msg: "Missing 'kind' argument",
        var_name: 'kind',
        code: 'REQUEST_VARIABLE_MISSING',
      });
    });

    it('says which value a special converter cannot take', async () => {
      expect(await bodyOf(await echo({ kind: 'direct', days: '0' }))).to.deep.equal({
        result: 'error',
        msg: "Bad value for 'days': 0",
        var_name: 'days',
        bad_value: 0,
        code: 'REQUEST_VARIABLE_INVALID',
      });
    });

    it('takes a parameter under its other name, and names that one in errors', async () => {
      expect(await bodyOf(await echo({ type: 'direct', subject: 's' }))).to.include({
        kind: 'direct',
        topic: 's',
      });
      expect(await bodyOf(await echo({ type: 'x' }))).to.include({ msg: 'Invalid type' });
    });

    it('does not choose between two names of one parameter', async () => {
      const body = await bodyOf(await echo({ kind: 'direct', topic: 'a', subject: 'a' }));
      expect(body).to.include({ code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' });
    });
  });

  describe('parameters that mean nothing', () => {
    it('are listed in order, once, and never `client`', async () => {
      const fields: [string, string][] = [
        ['kind', 'direct'],
        ['zeta', '1'],
        ['alpha', '1'],
        ['alpha', '2'],
        ['client', 'tests'],
        ['__proto__', '1'],
        ['constructor', '1'],
      ];
      const body = await bodyOf(await echo(fields));
      expect(body['ignored_parameters_unsupported']).to.deep.equal([
        '__proto__',
        'alpha',
        'constructor',
        'zeta',
      ]);
      expect(({} as Record<string, unknown>)['alpha']).to.equal(undefined);
    });

    it('have `method` among them, unless it is in a POST', async () => {
      for (const method of ['POST', 'PATCH']) {
        const answer = await example.send(method, '/api/v1/things/3?method=PATCH&text=x', '', AS_MEMBER);
        const { ignored_parameters_unsupported: ignored } = await bodyOf(answer);
        expect(ignored).to.deep.equal(method === 'POST' ? undefined : ['method']);
      }
    });

    it('are not listed when there are none, nor in errors', async () => {
      expect(await bodyOf(await echo({ kind: 'direct' }))).not.to.have.property(
        'ignored_parameters_unsupported',
      );
      expect(await bodyOf(await echo({ other: '1' }))).not.to.have.property('ignored_parameters_unsupported');
    });
  });

  describe('answers', () => {
    it('end with a newline and are never stored', async () => {
      const answer = await echo({ kind: 'direct' });
      expect(answer.headers.get('content-type')).to.equal('application/json');
      expect(answer.headers.get('cache-control')).to.equal('private, no-store');
      expect(answer.headers.has('x-powered-by')).to.equal(false);
      expect(await answer.text()).to.match(/^\{"result":"success",.*\}\n$/);
    });

    it('of ready bytes carry an entity tag and are not sent twice', async () => {
      const first = await example.get('/api/v1/listing?x=1', AS_MEMBER);
      expect(await first.text()).to.equal(
        '{"result":"success","msg":"","members":[1,2],"ignored_parameters_unsupported":["x"]}\n',
      );
      expect(first.headers.get('cache-control')).to.equal('private, no-cache');
      expect(first.headers.get('vary')).to.equal('Authorization, Cookie');
      const again = await example.get('/api/v1/listing', { ...AS_MEMBER, 'if-none-match': 'W/"v0", W/"v1"' });
      expect([again.status, await again.text(), again.headers.get('etag')]).to.deep.equal([304, '', '"v1"']);
    });

    it('carry the ID of the request, the sent one where it is plain', async () => {
      const sent = await example.get('/api/v1/caller', { 'x-request-id': 'abc-1' });
      expect(sent.headers.get('x-request-id')).to.equal('abc-1');
      const long = await example.get('/api/v1/caller', { 'x-request-id': 'x'.repeat(65) });
      expect(long.headers.get('x-request-id')).to.match(/^[\w-]{12}-[0-9a-z]+$/);
      expect((await bodyOf(long))['request_id']).to.equal(long.headers.get('x-request-id'));
    });

    it('of a write tell the revision it reached, which the same caller sees from then on', async () => {
      const written = await example.send('PATCH', '/api/v1/things/1', form({ text: 'x' }), AS_MEMBER);
      const revision = Number(written.headers.get('hansard-position'));
      expect(revision).to.be.greaterThan(6);
      expect(await bodyOf(await example.get('/api/v1/revision', AS_MEMBER))).to.include({ revision });
      const ahead = { ...AS_MEMBER, 'hansard-position': '900' };
      expect(await bodyOf(await example.get('/api/v1/revision', ahead))).to.include({ revision: 900 });
      const wrong = await example.get('/api/v1/revision', { ...AS_MEMBER, 'hansard-position': 'x' });
      expect(wrong.status).to.equal(400);
    });
  });

  describe('the name of the client', () => {
    const clientOf = async (path: string, headers: Record<string, string>): Promise<unknown> =>
      (await bodyOf(await example.get(path, headers)))['client'];

    it('is the product of the User-Agent, or the parameter, cut to 30 characters', async () => {
      expect(await clientOf('/api/v1/caller', { 'user-agent': 'Some-Client/1.2 (x)' })).to.equal(
        'Some-Client',
      );
      expect(await clientOf('/api/v1/caller?client=mine', { 'user-agent': 'Other/1' })).to.equal('mine');
      expect(await clientOf('/api/v1/caller', { 'user-agent': '' })).to.equal('Unspecified');
      expect(await clientOf(`/api/v1/caller?client=${'x'.repeat(40)}`, {})).to.equal('x'.repeat(30));
      expect(await clientOf('/api/v1/caller?client=mi%00ne%0A', {})).to.equal('mine');
    });
  });
});
