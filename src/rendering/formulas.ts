/** TeX formulas as KaTeX shows them: `$$x$$` and blocks of the language `math` (spec/endpoint-details.md 20). */
import type { ElementContent } from 'hast';
import type katex from 'katex';
import { createRequire } from 'node:module';
import { element, text, treeOf } from './elements.ts';

let loaded: typeof katex | undefined;

/** KaTeX takes a tenth of a second to load: not before the first formula. */
export const loadFormulas = (): typeof katex =>
  (loaded ??= createRequire(import.meta.url)('katex') as typeof katex);

/** Whether a text may hold a formula. */
export const mayHoldFormula = (source: string): boolean => source.includes('$$') || source.includes('math');

/** Nothing of a formula may reach beyond it: no links, no classes, no size without bounds, no endless macros. */
const BOUNDS = { trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 } as const;

/** A formula within a line, written `$$x$$`. */
export const inlineFormula = (source: string): ElementContent[] =>
  formula(source.slice(2, -2), false) ?? [failed(source)];

/** A formula in lines of its own. */
export const displayedFormula = (tex: string): ElementContent[] =>
  formula(tex, true) ?? [failed(`$$\n${tex}\n$$`)];

function formula(tex: string, displayMode: boolean): ElementContent[] | undefined {
  const katex = loadFormulas();
  try {
    return treeOf(katex.renderToString(tex, { ...BOUNDS, displayMode }));
  } catch (error) {
    if (error instanceof katex.ParseError) return undefined;
    throw error;
  }
}

const failed = (source: string): ElementContent =>
  element('span', { className: ['tex-error'] }, text(source));
