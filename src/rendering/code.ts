/** Highlighted code blocks. */
import type { Element, ElementContent } from 'hast';
import type { HLJSApi } from 'highlight.js';
import { createRequire } from 'node:module';
import { element, textNode, treeOf } from './elements.ts';

let loaded: HLJSApi | undefined;

/** The highlighter takes a tenth of a second to load: not before the first block with a language. */
export const loadHighlighter = (): HLJSApi =>
  (loaded ??= createRequire(import.meta.url)('highlight.js/lib/common') as HLJSApi);

/** Whether a text may contain code with a language. */
export const mayHoldCode = (source: string): boolean => /(?:```|~~~)[ \t]*[^\s`~]/.test(source);

/** Highlighting takes time in proportion to the text, so longer code stays plain. In characters. */
const MAX_HIGHLIGHTED = 6000;

/**
 * The highlighter's class → the short Pygments class that clients have colours for. Others are shown like the
 * code around.
 */
const CLASSES: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  comment: 'c1',
  deletion: 'gd',
  doctag: 'cs',
  emphasis: 'ge',
  keyword: 'k',
  link: 's',
  literal: 'kc',
  meta: 'cp',
  name: 'nt',
  number: 'm',
  operator: 'o',
  property: 'n',
  punctuation: 'p',
  quote: 'gp',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  symbol: 'ss',
  title: 'nf',
  type: 'kt',
  variable: 'nv',
  class_: 'nc',
};

/** A code block, highlighted if its language is known. */
export function codeBlock(code: string, language: string | undefined): Element {
  const known = language === undefined ? undefined : loadHighlighter().getLanguage(language);
  const children =
    known && language !== undefined && code.length <= MAX_HIGHLIGHTED
      ? highlighted(code, language)
      : [textNode(code)];
  const dataCodeLanguage = known?.name ?? language;
  return element(
    'div',
    { className: ['codehilite'], ...(dataCodeLanguage !== undefined && { dataCodeLanguage }) },
    element('pre', {}, element('code', {}, ...children)),
  );
}

function highlighted(code: string, language: string): ElementContent[] {
  const { value } = loadHighlighter().highlight(code, { language, ignoreIllegals: true });
  return flat(treeOf(value), undefined);
}

/** One span per token, never nested: the innermost class that clients know counts. */
const flat = (nodes: readonly ElementContent[], className: string | undefined): ElementContent[] =>
  nodes.flatMap((node) => {
    if (node.type === 'element') return flat(node.children, classOf(node) ?? className);
    return className === undefined ? [node] : [element('span', { className: [className] }, node)];
  });

/** `hljs-title class_` is a title and, more precisely, the name of a class. */
function classOf({ properties }: Element): string | undefined {
  const names = (properties['className'] ?? []) as readonly string[];
  return names
    .toReversed()
    .map((name) => CLASSES[name.replace(/^hljs-/, '')])
    .find((known) => known !== undefined);
}
