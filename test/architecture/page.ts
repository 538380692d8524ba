/** Who may import whom in the web page and the client package, and how HTML comes in. */
import type { Module } from './sourceTree.ts';

interface Rule {
  readonly sentence: string;
  /** Files that the rule is about. */
  readonly of: RegExp;
  /** What breaks it: an import's target, or anything in the text. */
  readonly target?: (target: string) => boolean;
  readonly text?: RegExp;
}

const PACKAGES = new Set(['preact', 'preact/hooks', 'preact/compat', '@preact/signals', '@hansard/client']);

const isPackage = (target: string): boolean => !target.startsWith('.');

const RULES: readonly Rule[] = [
  {
    sentence: 'the page is a client of the interface alone.',
    of: /^web\//,
    target: (target) => /(^|\/)(src|test|scripts|packages)\//.test(target) && !isPackage(target),
  },
  {
    sentence: 'what is true does not know how it looks.',
    of: /^web\/(state|words)/,
    target: (target) => target.includes('/view/') || /^preact(\/|$)/.test(target),
  },
  {
    sentence: 'the page uses few packages, and no other framework.',
    of: /^web\/view\//,
    target: (target) => isPackage(target) && !PACKAGES.has(target),
  },
  {
    sentence: 'the client has no dependency.',
    of: /^packages\/client\//,
    target: (target) => !/^(\.|\.\.)\/[\w/]+\.ts$/.test(target),
  },
  {
    sentence: 'Only web/state/html.ts inserts HTML.',
    of: /^web\/(?!state\/html\.ts)/,
    text: /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser|srcdoc/,
  },
];

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** What breaks a rule, a sentence each. */
export const pageFaults = (tree: readonly Module[]): readonly string[] =>
  tree.flatMap(({ path, text }) =>
    RULES.filter(({ of }) => of.test(path)).flatMap(({ sentence, target, text: forbidden }) => {
      const targets = Array.from(text.matchAll(IMPORT), ([, written = '']) => written);
      const isBroken = (target && targets.some(target)) || forbidden?.test(text);
      return isBroken ? [`${path}: ${sentence}`] : [];
    }),
  );
