import ts from 'typescript';
import { importsOf, type Module, parse } from './sourceTree.ts';

interface Exported {
  readonly path: string;
  readonly name: string;
  readonly isType: boolean;
}

/** Exports that no other file asks for. A type that its own file names is part of the shape of what that exports. */
export function unusedExports(tree: readonly Module[]): readonly string[] {
  const addresses = tree.flatMap(addressesIn);
  const used = new Set(
    tree.flatMap((module) => [...importedNames(module), ...importedByUrl(module, addresses)]),
  );
  return tree.flatMap((module) =>
    exportsOf(module)
      .filter(({ path, name }) => !used.has(`${path} ${name}`))
      .filter(({ name, isType }) => !(isType && mentions(module, name) > 1))
      .map(({ path, name }) => `${path} exports ${name}, and nobody asks for it.`),
  );
}

/** Packages of which no file asks for anything. */
export function unusedPackages(tree: readonly Module[], packages: readonly string[]): readonly string[] {
  const used = new Set(tree.flatMap((module) => importsOf(module).map(({ target }) => target)));
  return packages.filter((name) => !used.has(name)).map((name) => `Nobody imports the package ${name}.`);
}

const mentions = (module: Module, name: string): number =>
  module.text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function exportsOf(module: Module): readonly Exported[] {
  const named = (name: ts.Node, isType: boolean): Exported => ({
    path: module.path,
    name: name.getText(),
    isType,
  });
  return parse(module).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reexported(statement).map((name) => named(name, false));
    if (!isExported(statement)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        namesIn(name).map((each) => named(each, false)),
      );
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    const declared = isType || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    return declared && statement.name ? [named(statement.name, isType)] : [];
  });
}

const reexported = ({ exportClause }: ts.ExportDeclaration): readonly ts.Node[] =>
  exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name) : [];

const namesIn = (name: ts.BindingName): readonly ts.Node[] =>
  ts.isIdentifier(name)
    ? [name]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));

/** `path name` of everything that a file takes from others. */
export function importedNames(module: Module): readonly string[] {
  const source = parse(module);
  const targets = importsOf(module).filter(({ kind }) => kind === 'module');
  const named = source.statements.flatMap((statement) => {
    const target = targetOf(module, statement);
    return target === undefined ? [] : namesTaken(statement).map((name) => `${target} ${name}`);
  });
  const whole = targets.filter(({ isNamed }) => !isNamed).map(({ target }) => target);
  return [...named, ...anyWordOf(module, whole)];
}

/** What is taken from modules that are imported as a whole, or late, is some word of the file. */
function anyWordOf(module: Module, targets: readonly string[]): readonly string[] {
  const words = [...new Set(module.text.match(/\w+/g))];
  return targets.flatMap((target) => words.map((word) => `${target} ${word}`));
}

/** Modules whose address a file hands on: whoever imports by an address that it was handed may mean them. */
const addressesIn = ({ path, text }: Module): readonly string[] =>
  Array.from(text.matchAll(/moduleUrl\('(.+)'\)/g), ([, name]) => `${path.split('/')[0]}/${name}.ts`);

const importedByUrl = (module: Module, addresses: readonly string[]): readonly string[] =>
  /\bimport\(\w+\)/.test(module.text) ? anyWordOf(module, addresses) : [];

function targetOf(module: Module, statement: ts.Statement): string | undefined {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined;
  const specifier = statement.moduleSpecifier?.getText();
  return importsOf(module).find(({ written }) => `'${written}'` === specifier)?.target;
}

function namesTaken(statement: ts.Statement): readonly string[] {
  const clause = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  if (clause === undefined || !('elements' in clause)) return [];
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
}
