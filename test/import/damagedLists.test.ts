import { expect } from 'chai';
import type { ImportReport } from '../../src/app/imports/importer.ts';
import { Hansard } from '../support/hansard.ts';
import { importInto, outcomeOf } from './runImport.ts';
import { mattermostWith } from './mattermostExport.ts';
import { slackWith } from './slackExport.ts';

const AT = 1_600_000_000;

/** An export with one message more, with these lists. */
const EXPORTS = {
  slack: (lists: object) => slackWith({ text: 'damaged', ts: `${AT}.000000`, ...lists }),
  mattermost: (lists: object) => mattermostWith({ message: 'damaged', create_at: AT * 1000, ...lists }),
};

/** Each list with what is not understood of it: none at all, or some items among others. */
const DAMAGED = {
  slack: {
    lists: {
      reactions: [null, { name: 'tada', users: ['U1', 5] }, { name: 'heart', users: 7 }],
      files: ['x'],
    },
    unreadable: { reactions: 3, files: 1, marks: 0 },
  },
  mattermost: {
    lists: { reactions: [null, { user: 'bob', emoji_name: 'tada' }], attachments: [7], flagged_by: 'bob' },
    unreadable: { reactions: 1, files: 1, marks: 1 },
  },
};

describe('damaged items of a message in an export', () => {
  for (const system of ['slack', 'mattermost'] as const)
    it(`are accounted for by an import from ${system}, and take nothing with them`, async () => {
      const imported = async (lists: object): Promise<ImportReport> => {
        const hansard = await Hansard.start();
        try {
          return await importInto(hansard, system, EXPORTS[system](lists));
        } finally {
          await hansard.stop();
        }
      };
      const [whole, damaged] = [await imported({}), await imported(DAMAGED[system].lists)];
      expect(damaged.addsUp).to.equal(true);
      for (const kind of ['reactions', 'files', 'marks'] as const) {
        const [found, taken, , left] = outcomeOf(whole, kind) as [
          number,
          number,
          number,
          Record<string, number>,
        ];
        const unreadable = DAMAGED[system].unreadable[kind];
        const readable = kind === 'reactions' ? 1 : 0;
        expect(outcomeOf(damaged, kind)).to.deep.equal([
          found + unreadable + readable,
          taken + readable,
          0,
          {
            ...left,
            ...(unreadable > 0 && { 'not understood': (left['not understood'] ?? 0) + unreadable }),
          },
        ]);
      }
    });
});
