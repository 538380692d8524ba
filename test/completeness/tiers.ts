/** What of the program each tier tests, read from the program's own tables, and what its tests are about. */
import { dirname } from 'node:path';
import ts from 'typescript';
import type { Route } from '../../src/api/http/route.ts';
import { bySettingChange } from '../../src/events/channels.ts';
import type { Projection } from '../../src/projections/running/define.ts';
import { importedNames } from '../architecture/exports.ts';
import { importsOf, type Module, parse } from '../architecture/sourceTree.ts';
import { idSlotsOf } from '../isolation/identifiers.ts';
import { madeKinds } from '../isolation/worlds.ts';
import { tables } from '../matrix/tables.ts';
import { chapters } from '../spec/chapters.ts';
import { routesOf } from '../spec/row.ts';
import type { Part, Tier } from './gaps.ts';

export interface Program {
  readonly routes: readonly Route[];
  readonly projections: readonly Projection[];
  /** Event → its client events. */
  readonly translations: Readonly<Record<string, unknown>>;
  /** All modules, by paths from the top of the repository. */
  readonly tree: readonly Module[];
}

/** Path of a module of `src` → that of its test. */
const testOf = (path: string): string => path.replace('src/', 'test/').replace(/\.ts$/, '.test.ts');

const modulesBelow = ({ tree }: Program, folder: string): readonly Module[] =>
  tree.filter(({ path }) => path.startsWith(`${folder}/`));

/** The module of a folder that has a text. */
function moduleWith(program: Program, folder: string, text: RegExp): string {
  const found = modulesBelow(program, folder).find((module) => text.test(module.text));
  if (found === undefined) throw new Error(`No module below ${folder} matches ${text}`);
  return found.path;
}

// Routes.

/** Every route, and the file for it in a tier whose files are named after areas. */
const routesIn = (program: Program, tier: string): readonly Part[] =>
  program.routes.map(({ name }) => {
    const path = moduleWith(program, 'src/api', new RegExp(`'${name.replaceAll('/', '\\/')}':`));
    return { name, file: `test/${tier}/${path.split('/').at(-1)}` };
  });

/** Routes and requests of the tables alike: `GET /users/*`; a file's path has four parts. */
const shapeOf = (request: string): string =>
  request.replace('{file}', '*/*/*/*').replaceAll(/:\w+|[^/ ]*\{\w+\}[^/ ]*/g, '*');

const matrix = (program: Program): Tier => {
  const asked = new Set(tables.map(({ request }) => shapeOf(request)));
  return {
    proof: 'table of who may',
    parts: routesIn(program, 'matrix'),
    isTested: ({ name }) => asked.has(shapeOf(name)),
  };
};

const spec = (program: Program): Tier => {
  const described = new Set(chapters.flatMap(routesOf));
  return {
    proof: 'chapter',
    parts: routesIn(program, 'spec'),
    isTested: ({ name }) => described.has(name),
  };
};

/** Kinds of IDs that routes take; a parameter that names something by no such ID is one of its own. */
const isolation = ({ routes }: Program): Tier => {
  const kinds = routes.flatMap((route) => {
    const slots = idSlotsOf(route);
    const unread = Object.keys(route.params).filter(
      (name) =>
        (/_ids?$/.test(name) || route.pathParameters.includes(name)) &&
        slots.every(({ parameter }) => parameter !== name),
    );
    return [...slots.map(({ kind }) => kind), ...unread];
  });
  return {
    proof: 'maker of what it names',
    parts: [...new Set(kinds)].map((name) => ({ name, file: 'test/support/makers.ts' })),
    isTested: ({ name }) => madeKinds.includes(name),
  };
};

// What files of tests import.

/** Declarations of a folder that contain a syntax, each tested by a file below `testFolders` that imports it. */
function declarations(
  program: Program,
  folder: string,
  isPart: (node: ts.Node) => boolean,
  testFolders: readonly string[],
): Pick<Tier, 'parts' | 'isTested'> {
  const imported = new Set(
    testFolders.flatMap((tests) => modulesBelow(program, tests)).flatMap(importedNames),
  );
  const parts = modulesBelow(program, folder).flatMap((module) =>
    parse(module)
      .statements.filter((statement) => contains(statement, isPart))
      .flatMap(declaredNames)
      .map((name) => ({ name: `${module.path} ${name}`, file: testOf(module.path) })),
  );
  return { parts, isTested: ({ name }) => imported.has(name) };
}

const contains = (node: ts.Node, isPart: (node: ts.Node) => boolean): boolean =>
  isPart(node) || ts.forEachChild(node, (child) => contains(child, isPart) || undefined) === true;

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return ts.isFunctionDeclaration(statement) && statement.name ? [statement.name.text] : [];
}

/** `{ name, decide }`. */
function isDecision(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  const names = node.properties.map(({ name }) => name?.getText());
  return names.includes('name') && names.includes('decide');
}

const isReactor = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.getText() === 'defineReactor';

const decisions = (program: Program): Tier => ({
  proof: 'test of its decision',
  ...declarations(program, 'src/commands', isDecision, ['test/commands', 'test/reactors']),
});

const reactors = (program: Program): Tier => ({
  proof: 'test of its effects',
  ...declarations(program, 'src/reactors', isReactor, ['test/reactors']),
});

// What files of tests make happen.

/** Whether a test makes an event: `example.channelCreated(…)`. */
const makes = ({ text }: Module, event: string): boolean =>
  text.includes(`${event[0]?.toLowerCase()}${event.slice(1)}(`);

const projections = (program: Program): Tier => {
  const tests = modulesBelow(program, 'test/projections').filter(({ path }) => path.endsWith('.test.ts'));
  const handlers = program.projections.flatMap(({ name, on }) => {
    const path = moduleWith(program, 'src/projections', new RegExp(`name: '${name}'`));
    // A folder's tests are of all that is in it.
    const isAbout = (test: Module): boolean =>
      dirname(path) === 'src/projections'
        ? importsOf(test).some(({ target }) => target === path)
        : dirname(test.path) === dirname(testOf(path));
    const about = tests.filter(isAbout);
    const file = `${dirname(testOf(path))}/${name}.test.ts`;
    return Object.keys(on).map((event) => ({ name: `${name} ${event}`, file, event, about }));
  });
  const tested = new Set(
    handlers.filter(({ event, about }) => about.some((test) => makes(test, event))).map(({ name }) => name),
  );
  return { proof: 'test of its handler', parts: handlers, isTested: ({ name }) => tested.has(name) };
};

/** Where translations are derived from a table, what the module says in place of the event's name. */
const derivations: Readonly<Record<string, RegExp>> = bySettingChange(() => /^ {2}\.\.\.bySettingChange\(/m);

const live = (program: Program): Tier => {
  const tests = modulesBelow(program, 'test/live').filter(({ path }) => path.endsWith('.test.ts'));
  return {
    proof: 'test of its client events',
    parts: Object.keys(program.translations).map((event) => ({
      name: event,
      file: testOf(
        moduleWith(program, 'src/live', derivations[event] ?? new RegExp(`^  (?:async )?${event}[:(]`, 'm')),
      ),
    })),
    isTested: ({ name }) => tests.some((test) => makes(test, name)),
  };
};

/** The tiers of a program, by the folders of their tests. */
export const tiersOf = (program: Program) => ({
  isolation: isolation(program),
  matrix: matrix(program),
  spec: spec(program),
  commands: decisions(program),
  projections: projections(program),
  live: live(program),
  reactors: reactors(program),
});

export type TierName = keyof ReturnType<typeof tiersOf>;
