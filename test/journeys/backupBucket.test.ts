import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { upload } from '../api/uploads.ts';
import { Bucket } from '../support/bucket.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { command, ServerProcess } from '../support/process.ts';
import { type BackupReport, hansard, refusal, type Settings } from './backups.ts';

describe('back-ups in a bucket', () => {
  const PLACE = 's3://chat/back-ups & more/one';
  let root: string;
  let remove: () => Promise<void>;
  let bucket: Bucket;
  let server: ServerProcess;
  let owner: Person;
  let last: BackupReport;
  const data = (): Settings => ({ DATA_DIR: join(root, 'data'), ...bucket.settings });
  const send = (content: string) =>
    owner.post('/messages', { type: 'channel', to: 'general', topic: 'back-ups', content });
  const manifests = () => [...bucket.objects.keys()].filter((name) => name.includes('/manifests/'));

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    bucket = await Bucket.start();
    server = await ServerProcess.start(join(root, 'data'));
    owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    for (let count = 0; count < 5; count += 1) await upload(server, owner, { bytes: randomBytes(100_000) });
  });
  after(async () => {
    await server.kill();
    bucket.stop();
    await remove();
  });

  it('continue, are kept as many as wanted, and go through a few failures', async () => {
    const first = await hansard<BackupReport>(data(), ['backup', PLACE]);
    expect(first.files).to.equal(5);
    await send('second');
    bucket.troubles = 3;
    const second = await hansard<BackupReport>(data(), ['backup', PLACE]);
    expect(second.events).to.be.greaterThan(first.events);
    expect(manifests()).to.have.length(2);
    await send('third');
    last = await hansard<BackupReport>(data(), ['backup', PLACE, '--keep', '1']);
    expect(manifests()).to.have.length(1);
    expect([...bucket.objects.keys()].every((name) => name.startsWith('back-ups & more/one/'))).to.equal(
      true,
    );
  });

  it('are verified and restored', async () => {
    expect(await hansard(data(), ['backup', 'verify', PLACE])).to.include({
      isWhole: true,
      digest: last.digest,
    });
    const restored = await hansard({ ...data(), DATA_DIR: join(root, 'restored') }, ['restore', PLACE]);
    expect(restored).to.include({ digest: last.digest, files: 5, absentFiles: 0 });
  });

  it('send their credentials to no other address, and print what a server says as text', async () => {
    const heard: object[] = [];
    const other = createServer((request, response) => {
      heard.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const settings = { ...data(), AWS_SESSION_TOKEN: 'session' };
    for (const [status, ...words] of [
      [301, 'backup'],
      [307, 'backup', 'verify'],
      [308, 'restore'],
    ] as const) {
      bucket.answer = { status, headers: { location: `http://127.0.0.1:${port}/` }, code: 'Elsewhere' };
      expect(await refusal(settings, [...words, PLACE]), words.join(' ')).to.match(
        /is at another address \(Elsewhere\), which the credentials are not sent to: check AWS_REGION/,
      );
    }
    bucket.answer = { status: 403, code: '\u001b]0;owned\u0007\u009b2J' };
    expect(await refusal(settings, ['backup', PLACE])).to.include('(\\u001b]0;owned\\u0007\\u009b2J)');
    bucket.answer = undefined;
    other.close();
    expect(heard).to.deep.equal([]);
  });

  it('say what is wrong with bucket and credentials', async () => {
    const wrong = { ...data(), AWS_SECRET_ACCESS_KEY: 'another' };
    expect(await refusal(wrong, ['backup', PLACE])).to.match(/refuses the request \(SignatureDoesNotMatch\)/);
    expect(await refusal(data(), ['backup', 's3://other/one'])).to.match(
      /refuses the request \(NoSuchBucket\)/,
    );
    expect(await refusal(data(), ['backup', 's3://'])).to.equal(
      's3:// is not a bucket: write s3://bucket/prefix.',
    );
    const { AWS_ACCESS_KEY_ID: _, ...without } = data();
    expect(await refusal(without, ['backup', PLACE])).to.equal(
      'A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
    const { code, stderr } = await command(['backup', PLACE], {
      ...data(),
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    });
    expect([code, stderr]).to.deep.equal([1, `${PLACE} cannot be reached.\n`]);
  });
});
