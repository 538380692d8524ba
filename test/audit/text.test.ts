import { expect } from 'chai';
import type { NameOf } from '../../src/audit/referencedNames.ts';
import { differencesIn, fieldsOf } from '../../src/audit/eventText.ts';

const nameOf: NameOf = (kind, id) => (kind === 'person' && id === 2 ? 'Ada' : undefined);

const shown = (data: Readonly<Record<string, unknown>>): readonly string[] =>
  fieldsOf(data, nameOf).map(({ label, text }) => `${label}: ${text}`);

describe('an event as people read it', () => {
  it('has names beside IDs', () => {
    expect(shown({ userId: 2, mentionedUserIds: [2, 3] })).to.deep.equal([
      'user: Ada (2)',
      'mentioned users: Ada (2), 3',
    ]);
  });

  it('has a changed text as a difference by words', () => {
    expect(shown({ oldContent: 'Hello wrold, all', newContent: 'Hello world, all' })).to.deep.equal([
      'content: "Hello [-wrold-]{+world+}, all"',
    ]);
  });

  it('has other changes as the old and the new value', () => {
    expect(shown({ oldName: 'design', newName: 'brand', oldRole: 400, newRole: 200 })).to.deep.equal([
      'name: "design" → "brand"',
      'role: 400 → 200',
    ]);
  });

  it('shows at most ten items of a list', () => {
    const ids = Array.from({ length: 11 }, (_, index) => index + 10);
    expect(shown({ userIds: ids.slice(1) })[0]).to.match(/, 20$/);
    expect(shown({ userIds: ids })[0]).to.match(/, 19, and 1 more$/);
  });

  it('leaves out what only machines read', () => {
    expect(shown({ html: '<p>x</p>', newRendererVersion: 3, credentialId: 'x', links: [] })).to.deep.equal(
      [],
    );
  });

  it('sends no control characters to a terminal, from texts and from names', () => {
    const hostile: NameOf = () => '\u001b]0;owned\u0007\u202e';
    const [content] = fieldsOf({ content: 'a\u001b[2J\u009b1m\nb' }, nameOf);
    const [user] = fieldsOf({ userId: 1 }, hostile);
    for (const text of [content?.text ?? '', user?.text ?? '']) expect(text).not.to.match(/[\p{Cc}\u202e]/u);
    expect(content?.text).to.equal('"a\\u001b[2J\\u009b1m\\nb"');
  });

  it('tells machines the difference in parts', () => {
    expect(differencesIn({ oldContent: 'a b', newContent: 'a c', oldHtml: 'x', newHtml: 'y' })).to.deep.equal(
      {
        content: [
          { change: 'kept', text: 'a ' },
          { change: 'removed', text: 'b' },
          { change: 'added', text: 'c' },
        ],
      },
    );
    expect(differencesIn({ userId: 2 })).to.equal(undefined);
  });
});
