import { expect } from 'chai';
import { topicLinks } from '../../src/wire/topicLinks.ts';

describe('the links of a topic', () => {
  const links = (topic: string) => topicLinks(topic).map(({ text, url }) => `${text} → ${url}`);

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
});
