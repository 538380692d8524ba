/** TeX formulas as KaTeX shows them: `$$x$$` and blocks of the language `math`. */
import type { ElementContent } from 'hast';
import type katex from 'katex';
import type { Code, Nodes } from 'mdast';
import { createRequire } from 'node:module';
import { MAX_FULL_FORMULAS } from './bounds.ts';
import { element, textNode, treeOf } from './elements.ts';
import type { ChatSpan } from './spanSyntax.ts';

let loaded: typeof katex | undefined;

/** KaTeX takes a tenth of a second to load: not before the first formula. */
export const loadFormulas = (): typeof katex =>
  (loaded ??= createRequire(import.meta.url)('katex') as typeof katex);

/** Whether a text may hold a formula. */
export const mayHoldFormula = (source: string): boolean => source.includes('$$') || source.includes('math');

/** Nothing of a formula may reach beyond it: no links, no classes, no size without bounds, no endless macros. */
const BOUNDS = { trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 } as const;

declare module 'mdast' {
  interface CodeData {
    /** Whether a formula is shown as MathML alone. */
    isBrief?: true;
  }
}

const isFormula = (node: Nodes): node is Code | ChatSpan =>
  (node.type === 'code' && node.lang === 'math') || (node.type === 'chatSpan' && node.value.startsWith('$$'));

/** Marks the formulas of a tree as brief where there are many. */
export function markBrief(tree: Nodes): void {
  const formulas: (Code | ChatSpan)[] = [];
  const collect = (node: Nodes): void => {
    if (isFormula(node)) formulas.push(node);
    if ('children' in node) node.children.forEach(collect);
  };
  collect(tree);
  if (formulas.reduce((sum, { value }) => sum + value.length, 0) <= MAX_FULL_FORMULAS) return;
  for (const formula of formulas) formula.data = { ...formula.data, isBrief: true };
}

/** A formula within a line, written `$$x$$`. */
export const inlineFormula = (source: string, isBrief: boolean): ElementContent[] =>
  formula(source.slice(2, -2), { displayMode: false, isBrief }) ?? [failed(source)];

/** A formula in lines of its own. */
export const displayedFormula = (tex: string, isBrief: boolean): ElementContent[] =>
  formula(tex, { displayMode: true, isBrief }) ?? [failed(`$$\n${tex}\n$$`)];

/** HTML knows what `math` is without it. */
const NAMESPACE = / xmlns="[^"]*"/;

interface FormulaOptions {
  readonly displayMode: boolean;
  readonly isBrief: boolean;
}

function formula(tex: string, { displayMode, isBrief }: FormulaOptions): ElementContent[] | undefined {
  const katex = loadFormulas();
  const output = isBrief ? 'mathml' : 'htmlAndMathml';
  try {
    const markup = katex.renderToString(tex, { ...BOUNDS, displayMode, output });
    return treeOf(isBrief ? markup.replace(NAMESPACE, '') : markup);
  } catch (error) {
    if (error instanceof katex.ParseError) return undefined;
    throw error;
  }
}

const failed = (source: string): ElementContent =>
  element('span', { className: ['tex-error'] }, textNode(source));
