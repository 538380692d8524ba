/** How things are made that belong to one person. */

type Fields = Readonly<Record<string, unknown>>;

/** Kind → what makes something of one's own, and where in the answer its ID is. */
export const OWNED: ReadonlyMap<string, readonly [path: string, fields: Fields, id: string]> = new Map([
  ['draft', ['/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'x' }] }, 'ids[0]']],
  ['snippet', ['/saved_snippets', { title: 'x', content: 'y' }, 'saved_snippet_id']],
]);
