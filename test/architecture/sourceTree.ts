import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A module of `src/`: its path below `src/`, and its text. */
export interface Module {
  readonly path: string;
  readonly text: string;
}

/** One import or re-export, as written. */
export interface Import {
  readonly from: string;
  /** Path below `src/` of one of our modules, else the name of a package or of a module of Node. */
  readonly target: string;
  readonly kind: 'module' | 'package' | 'node';
  readonly written: string;
  /** Whether it lists the names that it takes. */
  readonly isNamed: boolean;
  /** Only types pass: nothing is left of it when the program runs. */
  readonly isTypeOnly: boolean;
  /** Loaded when the program gets there, not at its start. */
  readonly isDynamic: boolean;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let sources: readonly Module[] | undefined;

/** Everything below `src/`, as it lay there when this was first asked. */
export const readSourceTree = (): readonly Module[] => (sources ??= readTree(join(ROOT, 'src')));

/** All TypeScript and JavaScript of ours, by paths from the top of the repository. */
export const readWholeTree = (): readonly Module[] =>
  ['src', 'test', 'bench', 'scripts', 'bin'].flatMap((folder) =>
    readTree(join(ROOT, folder)).map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
  );

/** The web page and the client package, by paths from the top of the repository. */
export const readPageTree = (): readonly Module[] =>
  ['web', 'packages/client/src'].flatMap((folder) =>
    readTree(join(ROOT, folder), /\.tsx?$/).map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
  );

/** All pages of documentation, by paths from the top of the repository. */
export const readPages = (): readonly Module[] => [
  ...['src', 'test', 'bench', 'docs', 'web'].flatMap((folder) =>
    readTree(join(ROOT, folder), /\.md$/).map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
  ),
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'packages/client/README.md'].map(
    (path) => ({
      path,
      text: readFileSync(join(ROOT, path), 'utf8'),
    }),
  ),
];

const readTree = (folder: string, names = /\.(ts|js|cjs)$/): readonly Module[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => ({ path: name.split(sep).join('/'), text: readFileSync(join(folder, name), 'utf8') }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));

/** A function of a module that is asked once of each. */
function onceEach<Answer extends object>(ask: (module: Module) => Answer): (module: Module) => Answer {
  const known = new WeakMap<Module, Answer>();
  return (module) => {
    const answer = known.get(module) ?? ask(module);
    known.set(module, answer);
    return answer;
  };
}

/** The syntax of a module. */
export const parse = onceEach(({ path, text }) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true),
);

/** The imports of a module: static, dynamic, and re-exports. */
export const importsOf = onceEach(readImports);

function readImports(module: Module): readonly Import[] {
  const found: Import[] = [];
  const add = (
    specifier: ts.Node | undefined,
    isTypeOnly: boolean,
    isNamed: boolean,
    isDynamic = false,
  ): void => {
    if (!specifier || !ts.isStringLiteral(specifier)) return;
    const { text: written } = specifier;
    found.push({
      from: module.path,
      ...resolved(module.path, written),
      written,
      isTypeOnly,
      isNamed,
      isDynamic,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, importsTypesOnly(node.importClause), listsNames(node.importClause));
    if (ts.isExportDeclaration(node))
      add(node.moduleSpecifier, node.isTypeOnly, node.exportClause !== undefined);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true, false);
    if (isDynamicImport(node)) add(node.arguments[0], false, false, true);
    ts.forEachChild(node, visit);
  };
  visit(parse(module));
  return found;
}

function importsTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  if (clause.name || bindings === undefined || ts.isNamespaceImport(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

const listsNames = (clause: ts.ImportClause | undefined): boolean =>
  clause?.namedBindings !== undefined && ts.isNamedImports(clause.namedBindings);

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

function resolved(from: string, specifier: string): Pick<Import, 'target' | 'kind'> {
  if (specifier.startsWith('node:')) return { target: specifier, kind: 'node' };
  if (specifier.startsWith('.')) return { target: join(from, '..', specifier), kind: 'module' };
  const parts = specifier.split('/');
  return { target: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), kind: 'package' };
}
