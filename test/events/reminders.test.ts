import { expect } from 'chai';
import { eventDefinition } from '../../src/events/catalog.ts';

const upcast = (content: string) =>
  eventDefinition('ReminderSet')?.upcasts[1]?.({
    messageId: 7,
    content,
    html: '<p>Whatever was rendered</p>',
  });

const LINK = 'You asked to be reminded of [a message](/#narrow/near/7).';
const LINKED = '<p>You asked to be reminded of <a href="/#narrow/near/7">a message</a>.</p>';

describe('a reminder of version 1', () => {
  for (const [what, note, html] of [
    ['without a note', '', LINKED],
    ['with a note', '\n\n> Call <her>', `${LINKED}\n<blockquote>\n<p>Call &lt;her&gt;</p>\n</blockquote>`],
    [
      'with a note that looks like a quote',
      '\n\n> He said:\n> \n> ```quote\n> no\n> ```',
      `${LINKED}\n<blockquote>\n<p>He said:\n\n\`\`\`quote\nno\n\`\`\`</p>\n</blockquote>`,
    ],
  ] as const)
    it(`${what} is read without its quote`, () => {
      const quote = '\n\n@_**Ann|3** said:\n\n````quote\nHe said:\n\n```quote\nsecret\n```\n````';
      expect(upcast(LINK + note + quote)).to.deep.equal({ messageId: 7, content: LINK + note, html });
    });
});
