import { expect } from 'chai';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { build } from '../cli/installation.ts';
import { Hansard } from '../support/hansard.ts';

const HTML = { accept: 'text/html' };

describe('the web page', () => {
  let hansard: Hansard;
  let origin: string;

  before(async () => {
    build();
    hansard = await Hansard.start({ environment: { WEB_APP: 'on' } });
    origin = new URL(hansard.url).origin;
  });
  after(() => hansard.stop());

  const get = (path: string, headers: Record<string, string> = HTML) => fetch(origin + path, { headers });

  /** The bytes as they come: `fetch` would decompress them. */
  const raw = (path: string, encoding: string) =>
    new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      request(origin + path, { headers: { 'accept-encoding': encoding } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end();
    });

  async function files(): Promise<readonly string[]> {
    const text = await (await get('/')).text();
    return [...text.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, path = '']) => path);
  }

  it('is one document at every place of it', async () => {
    const home = await (await get('/')).text();
    for (const path of [
      '/recent',
      '/channel/7/topic/a%2Fb',
      '/direct/1,2',
      '/settings/profile',
      '/search/x',
    ]) {
      const answer = await get(path);
      expect([answer.status, await answer.text()], path).to.deep.equal([200, home]);
    }
  });

  it('has a policy under which nothing runs but its own files', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self';");
    expect(policy).to.include("style-src 'self';").and.include("require-trusted-types-for 'script'");
    const siblings = 'https://chat.example.com https://*.chat.example.com';
    expect(policy).to.include(`connect-src 'self' ${siblings};`);
    expect(policy.replaceAll(siblings, '')).not.to.match(/unsafe|\*|https?:/);
    expect(headers.get('x-frame-options')).to.equal('DENY');
    expect(headers.get('cache-control')).to.equal('private, no-cache');
    expect(await (await get('/')).text()).not.to.match(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  it('has files that are kept for ever, compressed as the browser likes it', async () => {
    const paths = await files();
    expect(paths.length).to.be.at.least(3);
    for (const path of paths) {
      const plain = await raw(path, 'identity');
      expect(plain.headers['cache-control'], path).to.equal('public, max-age=31536000, immutable');
      const [brotli, gzip] = [await raw(path, 'gzip, br'), await raw(path, 'gzip')];
      expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).to.deep.equal([
        'br',
        'gzip',
      ]);
      expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).to.equal(true);
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).to.equal(true);
    }
  });

  it('has a worker that browsers look at again each time, and that loads nothing from elsewhere', async () => {
    const answer = await get('/app/offline.js');
    expect(answer.headers.get('cache-control')).to.equal('no-cache');
    expect(answer.headers.get('service-worker-allowed')).to.equal('/');
    expect(answer.headers.get('content-security-policy')).to.equal("default-src 'none'; connect-src 'self'");
    const worker = await answer.text();
    for (const path of await files()) expect(worker).to.include(path);
  });

  it('takes at most 200 kB for its first view', async () => {
    const sizes = await Promise.all(
      [...(await files()), '/'].map(async (path) => (await raw(path, 'br')).bytes.length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(200_000);
  });

  it('has no other files', async () => {
    for (const path of ['/app/index.html', '/app/..%2f..%2fpackage.json', '/app/main-AAAAAAAA.js', '/app/x'])
      expect((await get(path)).status, path).to.equal(404);
  });

  it('is a page for people who ask for anything unknown, and JSON for programs', async () => {
    const page = await get('/no/such/page');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    for (const [path, headers] of [
      ['/api/v1/nothing', HTML],
      ['/no/such/page', { accept: 'application/json' }],
      ['/recent', { accept: 'application/json' }],
    ] as const) {
      const answer = await get(path, headers);
      expect([answer.status, (await answer.json()).code], path).to.deep.equal([404, 'BAD_REQUEST']);
    }
  });

  it('is what its address answers, unless JSON is asked for', async () => {
    for (const [accept, type] of [
      ['*/*', 'text/html; charset=utf-8'],
      ['text/html', 'text/html; charset=utf-8'],
      ['application/json', 'application/json'],
    ] as const) {
      const { status, headers } = await get('/', { accept });
      expect([status, headers.get('content-type')], accept).to.deep.equal([
        type.startsWith('text') ? 200 : 404,
        type,
      ]);
    }
    expect((await get('/recent', { accept: '*/*' })).status).to.equal(404);
  });

  it('answers people with a page, whatever is wrong with a path', async () => {
    for (const [path, status] of [
      ['/app/nothing.js', 404],
      ['/app/nothing-ABCDEFGH.js', 404],
      ['/user_avatars/nothing', 404],
      ['/join/%E0%A4%A', 400],
      ['/app/%E0%A4%A', 400],
    ] as const) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')], path).to.deep.equal([
        status,
        'text/html; charset=utf-8',
      ]);
      expect(await answer.text(), path).to.include('</h1>');
      const { status: same, headers } = await get(path, { accept: 'application/json' });
      expect([same, headers.get('content-type')?.startsWith('application/json')], path).to.deep.equal([
        status,
        true,
      ]);
    }
  });

  it('is not served to hosts of nobody', async () => {
    const answer = await get('/', { ...HTML, 'x-forwarded-host': 'nobody.chat.example.com' });
    expect(answer.status).to.equal(404);
    expect(await answer.text()).not.to.include('/app/');
  });

  it('receives those who have accepted an invitation, in the channel that they were invited to', async () => {
    const owner = await hansard.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    const { stream_id: id } = (await owner.get('/get_stream_id', { stream: 'design' })).body;
    const invited = await owner.post('/invites/multiuse', { stream_ids: [id] });
    const link = new URL(String(invited.body.invite_link));
    const fields = {
      email: 'new@example.com',
      full_name: 'New',
      password: 'seven lanterns at sea',
      timezone: '',
    };
    const joined = await fetch(origin + link.pathname, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
    expect([joined.status, joined.headers.get('location')]).to.deep.equal([303, `/channel/${String(id)}`]);
    expect(joined.headers.get('set-cookie')).to.match(/^hansard-session=/);
  });

  it('can be switched off: the interface and the pages of before are there', async () => {
    const off = await Hansard.start({ environment: { WEB_APP: 'off' } });
    const text = await (await fetch(new URL(off.url).origin, { headers: HTML })).text();
    expect(text).to.include('This is a Hansard server').and.not.include('/app/');
    await off.stop();
  });
});
