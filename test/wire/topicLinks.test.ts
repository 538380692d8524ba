import { expect } from 'chai';
import { topicLinks } from '../../src/wire/topicLinks.ts';
import { example, organizationAfter } from '../support/examples.ts';

describe('the links of a topic', () => {
  const shown = (topic: string, organization = organizationAfter()) =>
    topicLinks(organization, topic).map(({ text, url }) => `${text} → ${url}`);
  const links = (topic: string) => shown(topic);

  const are = (topic: string, ...expected: readonly string[]) =>
    it(`${topic} has ${expected.join(', ') || 'none'}`, () => expect(links(topic)).to.deep.equal(expected));

  are('https://example.com/a?b=c#d', 'https://example.com/a?b=c#d → https://example.com/a?b=c#d');
  are('HTTP://example.com', 'HTTP://example.com → HTTP://example.com');
  are('http://localhost:9991/x', 'http://localhost:9991/x → http://localhost:9991/x');
  are(
    'see example.org, or (https://a.b/c?d).',
    'example.org → https://example.org',
    'https://a.b/c?d → https://a.b/c?d',
  );
  are('https://münchen.de/a', 'https://münchen.de/a → https://münchen.de/a');
  are('münchen.de', 'münchen.de → https://münchen.de');
  are(
    'https://en.wikipedia.org/wiki/A_(b)',
    'https://en.wikipedia.org/wiki/A_(b) → https://en.wikipedia.org/wiki/A_(b)',
  );
  are('example.xyz at crates.tech', 'example.xyz → https://example.xyz', 'crates.tech → https://crates.tech');
  are('http://user:pw@a.de/x', 'http://user:pw@a.de/x → http://user:pw@a.de/x');
  are('see a.de:8080/x, b.de:3000', 'a.de:8080/x → https://a.de:8080/x', 'b.de:3000 → https://b.de:3000');
  are('main.rs:45 is wrong, and example.com:443:ok, a.de:123456');
  are('a.de:80/x', 'a.de:80/x → https://a.de:80/x');
  are('a.de:x and b.de: no port', 'a.de → https://a.de', 'b.de → https://b.de');
  are('ann@example.com');
  are('mailto:ann@example.com');
  are('ftp://example.com/a');
  are('//example.com/a');
  are('javascript:alert(1).com');
  are('version 1.2.3 of main.js, e.g. on 10.0.0.1');

  it('are those of linkifiers, too, which come first where both would be', () => {
    const organization = organizationAfter(example.linkifierAdded());
    const expected = ['#12 → https://tracker.example.com/12', 'a.de/x → https://a.de/x'];
    expect(shown('#12 and a.de/x', organization)).to.deep.equal(expected);
    const inside = organizationAfter(
      example.linkifierAdded({ pattern: '(?P<id>a.de)', urlTemplate: 'https://tracker.example.com/{id}' }),
    );
    expect(shown('see a.de', inside)).to.deep.equal(['a.de → https://tracker.example.com/a.de']);
  });
});
