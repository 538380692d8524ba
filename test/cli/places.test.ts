import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stoppedInstallation } from './installation.ts';

describe('places of data and back-ups', () => {
  const hansard = stoppedInstallation();

  for (const words of [
    ['backup', 'gs://bucket/chat'],
    ['backup', 'verify', 'file:///backups/chat'],
    ['restore', 'S3://bucket/chat'],
    ['move', '--to', 'mongo://host/hansard'],
    ['move', '--to', 'esdb://host:2113', 'postgres://host/hansard'],
  ])
    it(`are no URLs of something else: ${words.join(' ')}`, async () => {
      const { code, stderr } = await hansard.cli(...words);
      expect(stderr).to.match(/^'\S+:\/\/\S+' is neither a folder nor a (bucket|URL) .*\.$/m);
      expect(code).to.equal(2);
      expect(existsSync(`${words.at(-1)!.split(':')[0]}:`)).to.equal(false);
    });

  for (const url of ['esdb://host:2113?tls=false', 'mongodb://host/hansard'])
    it(`need a folder for the rest beside ${url} alone`, async () => {
      const { code, stderr } = await hansard.cli('move', '--to', url);
      expect(stderr).to.match(/^Give --to a folder for what is in no URL /m);
      expect(code).to.equal(2);
    });

  it('are not left for a second one', async () => {
    const [first, second] = ['first', 'second'].map((name) => join(hansard.folder, name)) as [string, string];
    await hansard.json(0, 'move', '--to', first);
    for (const folder of [first, second]) {
      const { code, stderr } = await hansard.cli('move', '--to', folder);
      expect(stderr).to.match(/^The data has moved to \S+first on /m);
      expect(code).to.equal(2);
    }
    expect(existsSync(second)).to.equal(false);
    await hansard.json(0, 'move', '--cancel');
    await hansard.json(0, 'move', '--to', second);
  });
});
