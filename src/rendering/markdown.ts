/**
 * Markdown to HTML: CommonMark and GFM with chat extensions, sanitized. Pure, and slow enough (a quarter of a
 * millisecond for a short message) to run only in a worker. HTML in the source is shown as text.
 */
import type { Element, ElementContent, Root as HtmlRoot, RootContent as HtmlRootContent } from 'hast';
import type { Code, FootnoteDefinition, Nodes, Paragraph, Root, RootContent, Text } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { escapeText } from '../base/html.ts';
import { MAX_CELLS } from './bounds.ts';
import { codeBlock } from './code.ts';
import { parseMarkdown } from './dialect.ts';
import { element } from './elements.ts';
import { readFences } from './fences.ts';
import { displayedFormula, markBrief, mayHoldFormula } from './formulas.ts';
import { linkify, showPictures } from './linkify.ts';
import type { ResolvedMention, WildcardKind } from './mentions.ts';
import type { RenderDirectory, Rendered } from './rendered.ts';
import { linkHandler, lowerSchemes, SANITIZE_SCHEMA } from './sanitizeSchema.ts';
import { resolveSpans } from './spans.ts';
import { markQuoted, spanHandler } from './spanSyntax.ts';

// Unused definitions of links and footnotes. Markdown hides them, but people who write `[Ann]: hello` in a
// chat do not mean a link: a definition that nothing refers to is shown as it was written.

/** References, and unused footnotes. */
interface Uses {
  readonly names: ReadonlySet<string>;
  readonly unused: ReadonlySet<FootnoteDefinition>;
}

/** Replaces each unused definition by its source. */
function showUnused(tree: Root, source: string): Root {
  if (!source.includes(']:')) return tree;
  replace(tree, source, usesIn(tree));
  return tree;
}

/** Footnotes count only if they are shown: two of them may refer to each other only. */
function usesIn(tree: Root): Uses {
  const names = new Set<string>();
  const unused = new Set<FootnoteDefinition>();
  const footnotes: FootnoteDefinition[] = [];
  collect(tree, names, footnotes);
  while (footnotes.length > 0) {
    const next = footnotes.findIndex(({ identifier }) => names.has(`^${identifier}`));
    const [footnote] = footnotes.splice(Math.max(next, 0), 1) as [FootnoteDefinition];
    if (next < 0) unused.add(footnote);
    for (const child of footnote.children) collect(child, names, footnotes);
  }
  return { names, unused };
}

/** Names of footnotes are separate; references within footnotes are collected later. */
function collect(node: Nodes, names: Set<string>, footnotes: FootnoteDefinition[]): void {
  if (node.type === 'footnoteDefinition') return void footnotes.push(node);
  if (node.type === 'footnoteReference') names.add(`^${node.identifier}`);
  if (node.type === 'linkReference' || node.type === 'imageReference') names.add(node.identifier);
  if ('children' in node) for (const child of node.children) collect(child, names, footnotes);
}

function replace(node: Nodes, source: string, uses: Uses): void {
  if (!('children' in node)) return;
  const children = node.children as RootContent[];
  children.splice(0, children.length, ...children.flatMap((child) => shown(child, source, uses)));
  for (const child of children) replace(child, source, uses);
}

function shown(node: RootContent, source: string, { names, unused }: Uses): readonly RootContent[] {
  if (node.type === 'definition' && !names.has(node.identifier))
    return [paragraph({ type: 'text', value: written(node, source) })];
  return node.type === 'footnoteDefinition' && unused.has(node) ? blocksOf(node) : [node];
}

const written = ({ position }: Nodes, source: string): string =>
  source.slice(position?.start.offset, position?.end.offset);

const paragraph = (...children: Paragraph['children']): Paragraph => ({ type: 'paragraph', children });

/** Its blocks, the first of them after its name. */
function blocksOf({ label, identifier, children }: FootnoteDefinition): readonly RootContent[] {
  const name: Text = { type: 'text', value: `[^${label ?? identifier}]: ` };
  const [first, ...others] = children;
  return first?.type === 'paragraph'
    ? [paragraph(name, ...first.children), ...others]
    : [paragraph(name), ...children];
}

// Footnotes without links. Links from a note to its reference and back would need IDs, and a page shows many messages,
// whose notes all begin with the first.

/** Takes links and IDs out of what Markdown makes of footnotes. */
function unlinkFootnotes(tree: HtmlRoot): void {
  const last = tree.children.at(-1);
  if (last?.type === 'element' && 'dataFootnotes' in last.properties) unlink(tree);
}

function unlink(parent: HtmlRoot | Element): void {
  const isWayBack = (child: HtmlRoot['children'][number] | undefined): boolean =>
    child?.type === 'element' && 'dataFootnoteBackref' in child.properties;
  parent.children = parent.children.flatMap<ElementContent>((child, index) => {
    if (child.type === 'text' && isWayBack(parent.children[index + 1]))
      return [{ ...child, value: child.value.replace(/ $/, '') }];
    if (child.type !== 'element') return [child as ElementContent];
    const { properties } = child;
    if (isWayBack(child)) return [];
    if ('dataFootnoteRef' in properties) return child.children;
    delete properties['id'];
    unlink(child);
    return [child];
  });
}

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
function escaped<Node extends HtmlRoot | Element>(node: Node): Node {
  const children = node.children.map((child) => {
    if (child.type === 'element') return escaped(child);
    return child.type === 'text' ? { type: 'raw', value: escapeText(child.value) } : child;
  });
  return { ...node, children };
}

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
function linksIn(tree: HtmlRoot): string[] {
  const links = new Set<string>();
  const visit = (node: HtmlRoot | HtmlRootContent): void => {
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
