import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportReport } from '../../../src/app/imports/importer.ts';
import { outcomeOf } from '../../import/runImport.ts';
import { slackFiles } from '../../import/slackExport.ts';
import { tarOf } from '../../import/tars.ts';
import { zipOf } from '../../import/zips.ts';
import { zulipFiles } from '../../import/zulipExport.ts';
import { build, Installation } from '../installation.ts';

describe('hansard import', () => {
  const hansard = new Installation();
  const source = join(hansard.folder, 'slack.zip');
  const other = join(hansard.folder, 'other.zip');
  before(async () => {
    build();
    await hansard.start();
    writeFileSync(source, zipOf(slackFiles()));
    writeFileSync(other, zipOf({ 'notes.json': Buffer.from('[]') }));
  });
  after(() => hansard.remove());

  it('works without a running server, tells how far it is and accounts for every record', async () => {
    await hansard.stop();
    const { code, stdout, stderr } = await hansard.cli('import', source);
    expect(stderr).to.match(/^import: 100 %/m);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^messages +11 +9 +0 +2$/m);
    expect(stdout).to.include(
      'messages left out, a notice of Slack (channel_join): 1 (C1/1577952000.000100)\n',
    );
    expect(stdout).to.match(/Every record is accounted for\. It took \d+ s\.\n$/);
  });

  it('skips what is there when it runs again beside a server', async () => {
    await hansard.start();
    const report = (await hansard.json(0, 'import', source, '--from', 'slack')) as unknown as ImportReport;
    expect(outcomeOf(report, 'messages').slice(0, 3)).to.deep.equal([11, 0, 9]);
    const [user] = (await hansard.json<object[]>(0, 'users', 'list')).slice(-1);
    expect(user).to.include({ fullName: 'Builder', active: false });
  });

  it('brings histories that show message tells of', async () => {
    const zulip = join(hansard.folder, 'zulip.tar.gz');
    writeFileSync(zulip, await tarOf(zulipFiles()));
    await hansard.json(0, 'import', zulip, '--from', 'zulip');
    const { stdout: found } = await hansard.cli('replay');
    const sent = found.split('\n').find((line) => line.includes('earlierChanges')) ?? '{}';
    const { revision } = JSON.parse(sent) as { readonly revision: number };
    const { stdout } = await hansard.cli('show', 'message', String(revision + 1));
    expect(stdout).to.match(
      /^ {4}changed before it was imported, 2020-01-02 08:01:30Z, by Ann \(\d+\):\n {8}topic: "shipping" → "ship"$/m,
    );
    expect(stdout).to.match(/^ {8}content: "\[-Sh-\]\{\+Ship, @\*\*Bob/m);
    const shown = await hansard.json<{ story: { earlier?: { differences?: object }[] }[] }>(
      0,
      'show',
      'message',
      String(revision + 1),
    );
    expect(shown.story[0]?.earlier?.map(({ differences }) => Object.keys(differences ?? {}))).to.deep.equal([
      ['content', 'topic'],
      ['content'],
      ['topic'],
      [],
    ]);
  });

  it('ends with 1 where part of the export cannot be read', async () => {
    const broken = join(hansard.folder, 'broken.zip');
    writeFileSync(broken, zipOf({ ...slackFiles(), 'plans/2020-01-02.json': Buffer.from('[{') }));
    const report = (await hansard.json(1, 'import', broken)) as unknown as ImportReport;
    expect(outcomeOf(report, 'entries')[3]).to.include({ 'cannot be read': 1 });
  });

  for (const [what, words, sentence] of [
    ['a file that does not exist', ['/nowhere.zip'], 'There is no file /nowhere.zip that can be read.'],
    [
      'an organization that does not exist',
      [source, '--organization', 'acme'],
      "There is no organization named 'acme'.",
    ],
    [
      'a file of another kind',
      [join(hansard.folder, 'log.sqlite')],
      /cannot be read as a zip file: .*[^.]\.$/m,
    ],
    ['another zip file', [other], /^This is no export of Slack: /],
  ] as const)
    it(`ends with 2 for ${what}`, async () => {
      const { code, stderr } = await hansard.cli('import', ...words);
      expect(code).to.equal(2);
      expect(stderr)
        .to.match(typeof sentence === 'string' ? /^There is no/ : sentence)
        .and.include(typeof sentence === 'string' ? sentence : '');
    });
});
