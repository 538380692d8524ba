import { expect } from 'chai';
import fc from 'fast-check';
import { patternGroups, Linkifiers } from '../../src/base/linkifiers.ts';
import { isUrlTemplate, variablesOf } from '../../src/base/linkifiers.ts';
import { undisturbed } from '../support/undisturbed.ts';

const issues = { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tracker.example.com/{id}' };
const links = (text: string, ...patterns: readonly { pattern: string; urlTemplate: string }[]) =>
  new Linkifiers(patterns.length > 0 ? patterns : [issues])
    .partsOf(text)
    .map(({ start, end, url }) => `${text.slice(start, end)} → ${url}`);

describe('linkifiers', () => {
  for (const [text, ...expected] of [
    ['#12', '#12'],
    ['see #1 #2,#3 (#4) "#5" #6.', '#1', '#2', '#3', '#4', '#5', '#6'],
    ['a#1 #2b #3é é#4'],
    ['#7\n#8', '#7', '#8'],
    ['nothing'],
    [''],
  ] as const)
    it(`link in ${JSON.stringify(text)}: ${expected.join(' ') || 'nothing'}`, () => {
      const found = links(text).map((link) => link.split(' → ')[0]);
      expect(found).to.deep.equal(expected);
    });

  it('put what they have found into the URL, encoded', () => {
    const page = { pattern: 'wiki:(?P<page>[^ ]+)', urlTemplate: 'https://w.example.com/{page}{?page}' };
    const url = 'https://w.example.com/a%3F%2Fb?page=a%3F%2Fb';
    expect(links('wiki:a?/b', page)).to.deep.equal([`wiki:a?/b → ${url}`]);
  });

  it('are tried in their order', () => {
    const other = { pattern: '(?P<x>#1|b) #2', urlTemplate: 'https://o.example.com/{x}' };
    expect(links('#1 #2', issues, other)).to.have.length(2);
    expect(links('#1 #2', other, issues)).to.deep.equal(['#1 #2 → https://o.example.com/%231']);
  });

  it('never link what is empty', () => {
    expect(links('a b', { pattern: '(?P<x>z*)', urlTemplate: 'https://o.example.com/{x}' })).to.deep.equal(
      [],
    );
  });

  it('take time in proportion to the text, whatever the pattern is', () => {
    for (const pattern of ['(?P<x>(a*)*b)', '(?P<x>(a|aa)+c)', '(?P<x>(.*)(.*)(.*)(.*)z)']) {
      const linkifiers = new Linkifiers([{ pattern, urlTemplate: 'https://o.example.com/{x}' }]);
      const took = (length: number): number => {
        const began = undisturbed();
        linkifiers.partsOf('a'.repeat(length));
        return undisturbed() - began;
      };
      took(1_000);
      expect(took(10_000), pattern).to.be.below(2_000);
    }
  });

  it('link parts of a text that do not overlap, whatever it is', () => {
    const both = new Linkifiers([
      issues,
      { pattern: '(?P<w>[a-z#]+[0-9]?)', urlTemplate: 'https://o.example.com/{w}' },
    ]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('#', '1', 'a', ' ', ',', 'é', '(', '\n') }), (text) => {
        let last = 0;
        for (const { start, end } of both.partsOf(text)) {
          expect(start).to.be.at.least(last);
          expect(end).to.be.above(start).and.at.most(text.length);
          last = end;
        }
      }),
    );
  });
});

describe('patterns of linkifiers', () => {
  it('tell their names', () => {
    expect([...patternGroups('(?P<a>x)(?P<b>y)')]).to.deep.equal(['a', 'b']);
  });
});

describe('URL templates', () => {
  for (const [template, ...names] of [
    ['https://a.de/{x}', 'x'],
    ['https://a.de/{x,y}{?z}', 'x', 'y', 'z'],
    ['https://a.de/{+path}{#x*}{&y:3}', 'path', 'x', 'y'],
    ['https://a.de/'],
  ] as const)
    it(`are like ${template}`, () => {
      expect(isUrlTemplate(template)).to.equal(true);
      expect([...variablesOf(template)]).to.deep.equal(names);
    });

  for (const template of [
    'https://a.de/{',
    'https://a.de/}',
    'https://a.de/{}',
    'https://a.de/{{x}}',
    'https://a.de/{!x}',
    'x{y}',
    'javascript:{x}',
    'https://a.de/ {x}',
  ])
    it(`are not like ${template}`, () => {
      expect(isUrlTemplate(template)).to.equal(false);
    });
});
