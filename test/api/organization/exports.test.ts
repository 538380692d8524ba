import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hansard, type Person } from '../../support/hansard.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { upload } from '../uploads.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('a data export', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let mia: Person;
  let zoe: Person;
  let files: Readonly<Record<'open' | 'hidden', string>>;

  const channel = async (name: string, isPrivate: boolean): Promise<void> => {
    const principals = [owner.userId, mia.userId];
    const subscriptions = [{ name }];
    await owner.post('/users/me/subscriptions', { subscriptions, principals, invite_only: isPrivate });
  };
  const send = (person: Person, to: unknown, content: string) =>
    person.post('/messages', {
      ...(typeof to === 'string' ? { type: 'channel', topic: 'logo' } : { type: 'direct' }),
      to,
      content,
    });

  before(async () => {
    hansard = await Hansard.start({ clock });
    owner = await hansard.owner();
    [mia, zoe] = [await hansard.account('Mia'), await hansard.account('Zoe')];
    await channel('open', false);
    await channel('hidden', true);
    files = {
      open: await upload(hansard, mia),
      hidden: await upload(hansard, mia, { bytes: 'another one' }),
    };
    await send(mia, 'open', `public [file](${files.open})`);
    await send(mia, 'hidden', `secret [file](${files.hidden})`);
    await send(owner, [zoe.userId], 'between the owner and Zoe');
    await send(mia, [zoe.userId], 'between Mia and Zoe');
  });
  after(() => hansard.stop());

  /** The names of the archive's files, and the texts of the messages. */
  async function exported(type: string) {
    const { body: requested } = await owner.post('/export/realm', { export_type: type });
    await hansard.settled();
    const { body } = await owner.get('/export/realm');
    const [made] = body.exports as [{ id: number; pending: boolean; export_url: string }];
    expect(made).to.include({ id: requested.id, pending: false });
    const answer = await fetch(new URL(made.export_url, hansard.url));
    expect(answer.status).to.equal(200);
    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    const archive = join(folder, 'export.zip');
    writeFileSync(archive, Buffer.from(await answer.arrayBuffer()));
    const python =
      'import zipfile,sys,json;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;' +
      'print(json.dumps({n:z.read(n).decode() for n in z.namelist()}))';
    const texts = JSON.parse(String(execFileSync('python3', ['-c', python, archive]))) as Record<
      string,
      string
    >;
    rmSync(folder, { recursive: true });
    const lines = texts['messages.ndjson']!.split('\n').filter(Boolean);
    const contents = lines.map((line) => (JSON.parse(line) as { content: string }).content.split(' [')[0]);
    return { made, texts, contents };
  }

  const names = (texts: object) => Object.keys(texts).filter((name) => name.startsWith('files/'));
  const keyOf = (url: string) => `files/${url.split('/').slice(3, 5).join('/')}`;

  it('of public data has public messages and their files, people and channels', async () => {
    const { contents, texts } = await exported('public');
    expect(contents).to.deep.equal(['public']);
    expect(names(texts)).to.deep.equal([keyOf(files.open)]);
    const channels = JSON.parse(texts['channels.json']!) as { name: string }[];
    expect(channels.map(({ name }) => name))
      .to.include('open')
      .and.not.to.include('hidden');
    const people = JSON.parse(texts['users.json']!) as { full_name: string }[];
    expect(people.map(({ full_name: name }) => name)).to.include.members(['Mia', 'Zoe']);
    expect(JSON.parse(texts['organization.json']!)).to.include({ format: 'hansard-export', version: 1 });
  });

  it('with consent has besides what those can read who consent', async () => {
    expect((await exported('full_with_consent')).contents).to.deep.equal(['public']);
    await mia.patch('/settings', { allow_private_data_export: true });
    const { contents, texts } = await exported('full_with_consent');
    expect(contents).to.deep.equal(['public', 'secret', 'between Mia and Zoe']);
    expect(names(texts)).to.have.members([keyOf(files.open), keyOf(files.hidden)]);
  });

  it('is gone with its archive when it is deleted', async () => {
    const { made } = await exported('public');
    const remove = () => owner.delete(`/export/realm/${made.id}`);
    expect((await remove()).status).to.equal(200);
    expect((await remove()).body.msg).to.equal('Export already deleted');
    expect((await fetch(new URL(made.export_url, hansard.url))).status).to.equal(404);
    const { body } = await owner.get('/export/realm');
    expect((body.exports as object[])[0]).to.include({ export_url: null, pending: false });
  });

  it('is made five times in seven days', async () => {
    const ask = async () => (await owner.post('/export/realm')).body;
    expect(await ask()).to.include({ result: 'success' });
    expect(await ask()).to.include({ msg: 'Exceeded rate limit.' });
    clock.advance(7 * DAY + 1_000);
    expect(await ask()).to.include({ result: 'success' });
    await hansard.settled();
  });

  it('is nothing for those who guess', async () => {
    for (const path of [
      `/user_exports/1/${'a'.repeat(40)}.zip`,
      '/user_exports/1/x.zip',
      '/user_exports/2/x',
    ])
      expect((await fetch(new URL(path, hansard.url))).status).to.equal(404);
  });
});
