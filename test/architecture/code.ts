import ts from 'typescript';
import { type Module, parse } from './sourceTree.ts';

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 60;

/** Words that say nothing about what is inside. */
const EMPTY_WORDS = /^(utils?|helpers?|managers?|common|misc|stuff)$/i;

/** Paths with a word in them that says nothing: `textUtils.ts` as well as `utils/text.ts`. */
export const emptyNames = (paths: readonly string[]): readonly string[] =>
  paths
    .filter((path) => path.split(/[^A-Za-z]+|(?=[A-Z])/).some((word) => EMPTY_WORDS.test(word)))
    .map((path) => `${path}: a file or folder says what is inside.`);

/** Files and functions that have outgrown a page. */
export function oversized(tree: readonly Module[]): readonly string[] {
  return tree.flatMap((module) => {
    const source = parse(module);
    const lines = module.text.trimEnd().split('\n').length;
    const tooLong =
      lines > MAX_FILE_LINES ? [`${module.path} has ${lines} lines, over ${MAX_FILE_LINES}.`] : [];
    const functions = nodesOf(source).flatMap((node) => {
      const length = ts.isFunctionLike(node) && 'body' in node && node.body ? linesOf(source, node) : 0;
      const location = locationOf(source, node);
      return length > MAX_FUNCTION_LINES
        ? [`${location}: a function of ${length} lines, over ${MAX_FUNCTION_LINES}.`]
        : [];
    });
    return [...tooLong, ...functions];
  });
}

/** Types that switch type checking off, and exports without a name. */
export const looseTypes = (tree: readonly Module[]): readonly string[] =>
  findingsOf(tree, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) return 'unknown, narrowed, takes the place of any.';
    const isDefault =
      (ts.isExportAssignment(node) && !node.isExportEquals) || node.kind === ts.SyntaxKind.DefaultKeyword;
    return isDefault && !ts.isDefaultClause(node.parent) ? 'exports have names.' : undefined;
  });

const TIMERS = new Set(['setTimeout', 'setInterval', 'performance']);

/** Uses of the machine's own time outside `base/clock.ts`. */
export const ownTime = (tree: readonly Module[]): readonly string[] =>
  findingsOf(
    tree.filter(({ path }) => path !== 'base/clock.ts'),
    (node) => (readsTime(node) ? 'time comes from the injected Clock.' : undefined),
  );

function readsTime(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return isDate(node.expression) && !node.arguments?.length;
  if (ts.isCallExpression(node) && isDate(node.expression)) return true;
  if (ts.isPropertyAccessExpression(node))
    return (isDate(node.expression) && node.name.text === 'now') || node.name.text === 'hrtime';
  if (ts.isStringLiteral(node)) return /^(node:)?(timers|timers\/promises|perf_hooks)$/.test(node.text);
  return ts.isIdentifier(node) && TIMERS.has(node.text) && !isMember(node);
}

const isDate = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'Date';

const isMember = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  ts.isPropertyAssignment(node.parent) ||
  ts.isPropertySignature(node.parent);

/** Dry runs other than the one before secrets are made: `submitAfterDryRun` is the only way to have both. */
export const ownDryRuns = (tree: readonly Module[]): readonly string[] =>
  findingsOf(tree, (node) =>
    ts.isCallExpression(node) && nameOf(node.expression) === 'dryRun' && !isWithin(node, 'submitAfterDryRun')
      ? 'secrets are made between dry run and submission by submitAfterDryRun alone.'
      : undefined,
  );

const nameOf = (node: ts.Node): string | undefined =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : undefined;

/** Whether a node is within a method or function of a name. */
function isWithin(node: ts.Node, name: string): boolean {
  for (let at = node.parent as ts.Node | undefined; at; at = at.parent)
    if ((ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at)) && at.name && nameOf(at.name) === name)
      return true;
  return false;
}

function findingsOf(tree: readonly Module[], ask: (node: ts.Node) => string | undefined): readonly string[] {
  return tree.flatMap((module) => {
    const source = parse(module);
    return nodesOf(source).flatMap((node) => {
      const sentence = ask(node);
      return sentence ? [`${locationOf(source, node)}: ${sentence}`] : [];
    });
  });
}

function nodesOf(root: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1;

const linesOf = (source: ts.SourceFile, node: ts.Node): number =>
  lineOf(source, node.getEnd()) - lineOf(source, node.getStart(source)) + 1;

const locationOf = (source: ts.SourceFile, node: ts.Node): string =>
  `src/${source.fileName}:${lineOf(source, node.getStart(source))}`;
