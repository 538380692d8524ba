import ts from 'typescript';
import { type Module, parse } from './sourceTree.ts';

/** Something that must not be written, and what to do instead. */
interface Banned {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Names of pages that are not in the repository, and of sections in them. */
const OUTSIDE: readonly Banned[] = [
  {
    pattern:
      /\bspec\/[\w-]+\.md|\b(endpoint-details|beyond)\.md|endpoint-details|\bbeyond \d+\.\d|§ ?\d|spec\/…/g,
    instead: 'say the rule itself, or point to docs/generated/contract.md',
  },
  {
    pattern:
      /\b(DESIGN|STYLE|LIMITS|HOUSE|RISKS|ENGINES|ECOSYSTEM|ANCHORS)(\.md\b|, "|'s? )|\bLIMITS (says|describes|measured)/g,
    instead: 'say the rule itself, or point to a page of docs/',
  },
  { pattern: /\bissues? #?\d+\b/g, instead: 'say what was decided, or write a decision record' },
];

/** Words with a plainer one; CONTRIBUTING lists them. */
const UNWANTED: readonly Banned[] = [
  { pattern: /\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b/g, instead: 'say they, their, them' },
  { pattern: /(?<!')\b[Ww]hoever\b/g, instead: 'name the person: the author, the caller, anybody who …' },
  { pattern: /\b[Ww]ho is there\b/g, instead: 'say presence' },
  { pattern: /\b[Ww]hat is told\b/g, instead: 'say notification, client event or report' },
  { pattern: /\bnot there any ?more\b/g, instead: 'say no longer exists' },
  { pattern: /\bon record\b/g, instead: 'say record, or is recorded' },
  { pattern: /\banew\b/g, instead: 'say again, or rebuild, regenerate, restart' },
  { pattern: /\b[Ll]ook(s|ed|ing)? after\b/g, instead: 'say maintain, check, or what is done' },
  { pattern: /\bas good as (absent|none)\b/g, instead: 'say treated as absent, or ignored' },
  { pattern: /\b(is|are) to be told\b/g, instead: 'say is notified, receives, or sees' },
  { pattern: /\b[Ww]ho has none\b/g, instead: 'name the person or thing that lacks it' },
  { pattern: /\b(cannot|can not) be told now\b/g, instead: 'say is not available' },
];

/** What makes a test depend on how fast the machine is. */
const HASTY: readonly Banned[] = [
  {
    pattern: /\bthis\.timeout\(|\}\)\.timeout\(/g,
    instead: 'leave it to the one time limit in .mocharc.json',
  },
];

const findings = (texts: readonly Module[], banned: readonly Banned[]): readonly string[] =>
  texts.flatMap(({ path, text }) =>
    banned.flatMap(({ pattern, instead }) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${path}:${line}: "${found}": ${instead}.`;
      }),
    ),
  );

/** References to files that a reader of the repository does not have. */
export const outsideReferences = (texts: readonly Module[]): readonly string[] => findings(texts, OUTSIDE);

/** Time limits of single tests. */
export const ownTimeLimits = (tests: readonly Module[]): readonly string[] => findings(tests, HASTY);

/** Words that are replaced by plainer ones, in comments, pages, log lines and names. */
export const unwantedWords = (texts: readonly Module[]): readonly string[] => findings(texts, UNWANTED);

/** Words of an earlier dialect: each has a term of the field in its place. */
const DIALECT =
  /^(told|tells?|telling|asked|said|says?|saying|places?|placed|desks?|doors?|bells?|hands?|handed|handing|passing|sights?|patience|patient|patiently|wanted|spoilt|stretch|stretches|crew|fillings|wishes|surroundings|circumstances|scene)$/i;

/** Names of functions, types, members and locals with a word of the dialect in them. */
export const dialectNames = (tree: readonly Module[]): readonly string[] =>
  tree.flatMap((module) => {
    const source = parse(module);
    return declaredNames(source)
      .filter((name) => wordsOf(name.text).some((word) => DIALECT.test(word)))
      .map((name) => {
        const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
        return `${module.path}:${line}: ${name.text}: say it in a term of the field (docs/decisions/0085).`;
      });
  });

const wordsOf = (name: string): readonly string[] => name.replace(/^#/, '').split(/_|(?=[A-Z])/);

function declaredNames(root: ts.Node): readonly (ts.Identifier | ts.PrivateIdentifier)[] {
  const found: (ts.Identifier | ts.PrivateIdentifier)[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
    if (isName && 'name' in node.parent && node.parent.name === node && isDeclaration(node.parent))
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

const isDeclaration = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isMethodSignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isGetAccessor(node);
