import { expect } from 'chai';
import { plainTextOf } from '../../../src/reactors/push/messagePushes.ts';
import { undisturbed } from '../../support/undisturbed.ts';

describe('what a notification shows of a message', () => {
  const shows = (what: string, html: string, text: string) =>
    it(`is ${what}`, () => {
      expect(plainTextOf(html)).to.equal(text);
    });

  shows('its text', '<p>Shall it be <strong>blue</strong>?</p>', 'Shall it be blue?');
  shows('a line per block', '<p>one<br>\ntwo</p>\n<ul>\n<li>three</li>\n</ul>', 'one\ntwo\nthree');
  shows(
    'what was typed where that looks like markup',
    '<p>a &lt; b &amp;&amp; &quot;c&quot; &#x27;</p>',
    'a < b && "c" \'',
  );
  shows(
    'emoji as characters',
    '<p>Yes <span aria-label="flag" class="emoji emoji-1f1e6-1f1f9" role="img" title="flag">:flag:</span>!</p>',
    'Yes 🇦🇹!',
  );
  shows(
    'pictures by what they stand for',
    '<p><img alt=":our_cat:" class="emoji" src="/x.png"> hi</p>',
    ':our_cat: hi',
  );
  shows(
    'no spoiler',
    '<div class="spoiler-block"><div class="spoiler-header"><p>The end</p></div><div class="spoiler-content" aria-hidden="true"><p>Rosebud <b>was</b><br>it</p></div></div><p>ok</p>',
    'The end\n(…)\nok',
  );
  shows('nothing of what has been erased', '', '');
  shows('no name of a number that is no character', '<p>&#x7fffff;</p>', '&#x7fffff;');

  it('is 200 characters of it at most, whole ones', () => {
    expect(plainTextOf(`<p>${'😄'.repeat(200)}</p>`)).to.equal('😄'.repeat(200));
    expect(plainTextOf(`<p>${'😄'.repeat(201)}</p>`)).to.equal(`${'😄'.repeat(200)}…`);
  });

  it('is found quickly in the longest of messages', () => {
    const began = undisturbed();
    for (const part of ['<p', '<a href="', '&#x', '<div aria-hidden="true">', '</p>'])
      plainTextOf(part.repeat(100_000));
    expect(undisturbed() - began).to.be.below(500);
  });
});
