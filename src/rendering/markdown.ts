/**
 * Markdown to HTML: CommonMark and GFM with chat extensions, sanitized. Pure, and slow enough (a quarter of a
 * millisecond for a short message) to run only in a worker. HTML in the source is shown as text.
 */
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { Code, Nodes, Text } from 'mdast';
import { MAX_CELLS } from './bounds.ts';
import { codeBlock } from './code.ts';
import { showUnused } from './definitions.ts';
import { parseMarkdown } from './dialect.ts';
import type { RenderDirectory } from './directory.ts';
import { element } from './elements.ts';
import { readFences } from './fences.ts';
import { unlinkFootnotes } from './footnotes.ts';
import { displayedFormula, markBrief, mayHoldFormula } from './formulas.ts';
import { linkify } from './linkify.ts';
import type { ResolvedMention, WildcardKind } from './mentions.ts';
import { showPictures } from './previews.ts';
import type { Rendered } from './rendered.ts';
import { SANITIZE_SCHEMA } from './schema.ts';
import { linkHandler, lowerSchemes } from './schemes.ts';
import { resolveSpans } from './spans.ts';
import { markQuoted, spanHandler } from './spanSyntax.ts';

const fencedCode = (_state: unknown, { lang, value, data }: Code): Element =>
  lang === 'math'
    ? element('p', {}, ...displayedFormula(value, data?.isBrief ?? false))
    : codeBlock(`${value}\n`, lang ?? undefined);

/** Every line break in a paragraph is shown as one, because people press Enter for a new line. */
const lines = (_state: unknown, { value }: Text): ElementContent[] =>
  value
    .split(/[ \t]*\n[ \t]*/)
    .flatMap((line, index) => [
      ...(index > 0 ? [element('br', {}), { type: 'text', value: '\n' } as const] : []),
      { type: 'text', value: line },
    ]);

const htmlTree = unified()
  .use(remarkRehype, {
    handlers: { chatSpan: spanHandler, code: fencedCode, link: linkHandler, text: lines },
  })
  .freeze();
const sanitizer = unified().use(rehypeSanitize, SANITIZE_SCHEMA).freeze();
/** Only safe for trees that come from `escaped`. */
const writer = unified().use(rehypeStringify, { allowDangerousHtml: true }).freeze();

const BYTE_ORDER_MARK = /^\uFEFF/;

/**
 * Renders one message; throws a RangeError if the parser overflows its stack or a table would be too large.
 */
export function render(text: string, directory: RenderDirectory): Rendered {
  // The parser does not count such a mark as a character.
  const source = text.replace(BYTE_ORDER_MARK, '');
  const markdown = treeOfMarkdown(source);
  readFences(markdown, treeOfMarkdown);
  markQuoted(markdown);
  if (mayHoldFormula(source)) markBrief(markdown);
  if (cellsIn(markdown) > MAX_CELLS) throw new RangeError('Too many table cells');
  const tree = htmlTree.runSync(markdown);
  unlinkFootnotes(tree);
  linkify(tree, directory.linkifiers);
  const heard = resolveSpans(tree, source, directory);
  lowerSchemes(tree, source);
  showPictures(tree, directory);
  const shown = sanitizer.runSync(tree);
  return { html: writer.stringify(escaped(shown)), ...recorded(heard), links: linksIn(shown) };
}

/** The sanitized tree with escaped texts, `>` included, as clients expect when they compare texts. */
function escaped<Node extends Root | Element>(node: Node): Node {
  const children = node.children.map((child) => {
    if (child.type === 'element') return escaped(child);
    return child.type === 'text' ? { type: 'raw', value: escapedText(child.value) } : child;
  });
  return { ...node, children };
}

const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const treeOfMarkdown = (source: string) => showUnused(parseMarkdown(source), source);

/** Table cells as shown: every row has as many as the head. */
function cellsIn(node: Nodes): number {
  if (node.type === 'table') return node.children.length * (node.children[0]?.children.length ?? 0);
  return 'children' in node ? node.children.reduce((cells, child) => cells + cellsIn(child), 0) : 0;
}

function recorded(heard: readonly ResolvedMention[]): Omit<Rendered, 'html' | 'links'> {
  const mentionedUserIds = new Set<number>();
  const mentionedGroupIds = new Set<number>();
  const wildcards = new Set<WildcardKind>();
  for (const mention of heard) {
    if (mention.kind === 'user') mentionedUserIds.add(mention.id);
    else if (mention.kind === 'group') mentionedGroupIds.add(mention.id);
    else wildcards.add(mention.kind);
  }
  return {
    mentionedUserIds: [...mentionedUserIds],
    mentionedGroupIds: [...mentionedGroupIds],
    wildcards: [...wildcards],
  };
}

/** Targets outside this page and this client. */
function linksIn(tree: Root): string[] {
  const links = new Set<string>();
  const visit = (node: Root | RootContent): void => {
    if (node.type === 'element') addLink(node, links);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  return [...links];
}

function addLink({ tagName, properties }: Element, links: Set<string>): void {
  const { href } = properties;
  if (tagName !== 'a' || typeof href !== 'string') return;
  if (!href.startsWith('#') && !href.startsWith('/#')) links.add(href);
}
