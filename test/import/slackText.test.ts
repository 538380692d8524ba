import { expect } from 'chai';
import { referenceTo } from '../../src/import/records.ts';
import { markdownOf } from '../../src/import/slackText.ts';
import { topicFromText } from '../../src/import/texts.ts';
import { undisturbed } from '../support/undisturbed.ts';

describe('the markup of Slack', () => {
  for (const [source, markdown] of [
    ['*bold*, _slanted_ and ~struck~', '**bold**, *slanted* and ~~struck~~'],
    ['*_both_*', '***both***'],
    ['2*3*4 and snake_case_name', '2\\*3\\*4 and snake_case_name'],
    ['*multi\nline*', '\\*multi\nline\\*'],
    ['`*code*` and ```if (a &lt; b) *c*```', '`*code*` and \n```\nif (a < b) *c*\n```'],
    ['&lt;b&gt; &amp; c', '\\<b> & c'],
    ['<https://example.com/a_b_c>', 'https://example.com/a_b_c'],
    ['<https://example.com/?a=1&amp;b=2|see *this*>', '[see \\*this\\*](https://example.com/?a=1&b=2)'],
    ['<https://example.com/a(b)|x>', '[x](https://example.com/a%28b%29)'],
    ['<mailto:ann@example.com|ann@example.com>', 'ann@example.com'],
    ['<@U1> and <#C1|plans>', `${referenceTo('p', 'U1')} and ${referenceTo('c', 'C1', 'plans')}`],
    ['*<@U1>*', `**${referenceTo('p', 'U1')}**`],
    ['<!here> <!subteam^S1|@crew> <!date^1577952000^{date}|2 January>', '**@here** @crew 2 January'],
    ['• one\n• two', '• one\n• two'],
    ['<b>', '\\<b>'],
    ['<https://x.example/_under_score_>', '<https://x.example/_under_score_>'],
    ['wow!<https://x.example/a.png|pic>', 'wow\\![pic](https://x.example/a.png)'],
    [
      '<@W123|wuser> :wave::skin-tone-3:',
      `${referenceTo('p', 'W123', 'wuser')} ${referenceTo('e', 'wave_tone2', 'wave')}`,
    ],
    ['# no heading', '\\# no heading'],
    ['&gt; said\nanswer', '> said\n\nanswer'],
    ['&gt;&gt;&gt; all\nof it', '> all\n> of it'],
    ['\uE000pU1\uE001', 'pU1'],
  ] as const)
    it(`says ${JSON.stringify(source)} in Markdown`, () => {
      expect(markdownOf(source)).to.equal(markdown);
    });

  it('names a thread by its beginning, without markup, cut between words', () => {
    const named = (text: string) => topicFromText(markdownOf(text), new Map([['U1', 'Ann']]));
    expect(named('*Ship* it on <https://example.com|the page>, <@U1>')).to.equal('Ship it on the page, Ann');
    expect(named('word '.repeat(20))).to.equal(`${'word '.repeat(10).trim()}…`);
    expect(named('<@U2>')).to.equal('');
  });

  it('is read in time that grows with its length', () => {
    const started = undisturbed();
    markdownOf('*a '.repeat(20_000) + '_b'.repeat(20_000) + '<'.repeat(20_000));
    expect(undisturbed() - started).to.be.below(2_000);
  });
});
