import { expect } from 'chai';
import type { System } from '../../src/import/records.ts';
import { Hansard } from '../support/hansard.ts';
import { importInto, outcomeOf } from './runImport.ts';
import { mattermostWith } from './mattermostExport.ts';
import { slackWith } from './slackExport.ts';
import { tarOf } from './tars.ts';
import { zulipFiles } from './zulipExport.ts';

/** UNIX seconds at the end of the year 9999. */
const LAST = 253_402_300_799;

/** An export with one message more, which was sent at a time in UNIX seconds. */
const EXPORTS: Readonly<Record<System, (time: number) => Buffer | Promise<Buffer>>> = {
  slack: (time) => slackWith({ text: 'late', ts: time.toFixed(6) }),
  mattermost: (time) => mattermostWith({ message: 'late', create_at: time * 1000 }),
  zulip: (time) => {
    const files = zulipFiles();
    const [name = ''] = Object.keys(files).filter((path) => path.endsWith('messages-000001.json'));
    const { zerver_message: messages, ...others } = files[name] as { readonly zerver_message: object[] };
    const late = { ...messages[0], id: 4_242, date_sent: time };
    return tarOf({ ...files, [name]: { ...others, zerver_message: [...messages, late] } });
  },
};

describe('a message whose time no calendar shows', () => {
  for (const system of Object.keys(EXPORTS) as System[]) {
    it(`is left out of an import from ${system}, and nothing else is`, async () => {
      const hansard = await Hansard.start();
      try {
        const [found, imported, , left] = outcomeOf(
          await importInto(hansard, system, await EXPORTS[system](LAST)),
          'messages',
        );
        for (const time of [LAST + 1, 1e18]) {
          const report = await importInto(hansard, system, await EXPORTS[system](time));
          const reasons = left as Readonly<Record<string, number>>;
          const { 'not understood': before = 0 } = reasons;
          const oneMore = { ...reasons, 'not understood': before + 1 };
          const present = (imported as number) - 1;
          expect(outcomeOf(report, 'messages')).to.deep.equal([found, 0, present, oneMore]);
          expect(report.addsUp).to.equal(true);
        }
      } finally {
        await hansard.stop();
      }
    });
  }
});
