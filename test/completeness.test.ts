import { expect } from 'chai';
import { path } from '../src/api/http/parameters.ts';
import type { Route } from '../src/api/http/route.ts';
import { apiRoutes } from '../src/api/table.ts';
import { numericId } from '../src/base/ids.ts';
import { translations } from '../src/live/catalog.ts';
import { projections } from '../src/projections/catalog.ts';
import type { Projection } from '../src/projections/running/define.ts';
import { type Module, readWholeTree } from './architecture/sourceTree.ts';
import { exempt } from './completeness/exempt.ts';
import { gapsIn } from './completeness/gaps.ts';
import { type Program, type TierName, tiersOf } from './completeness/tiers.ts';

const program: Program = { routes: apiRoutes, projections, translations, tree: readWholeTree() };

const gapsOf = (tested: Program, name: TierName): readonly string[] =>
  gapsIn(tiersOf(tested)[name], exempt[name]);

describe('a tier', () => {
  for (const name of Object.keys(exempt) as TierName[])
    it(`asks everything: test/${name}`, () => {
      const gaps = gapsOf(program, name);
      if (gaps.length > 0) throw new Error(gaps.join('\n'));
    });
});

describe('an area without tests', () => {
  /** The program with an area more, and some more files. */
  function planted(
    modules: readonly Module[],
    { routes = [], views = [], live = {} }: Planted = {},
  ): Program {
    return {
      routes: [...program.routes, ...routes],
      projections: [...program.projections, ...views],
      translations: { ...program.translations, ...live },
      tree: [...program.tree, ...modules],
    };
  }
  interface Planted {
    readonly routes?: readonly Route[];
    readonly views?: readonly Projection[];
    readonly live?: Program['translations'];
  }

  const unpin = {
    ...apiRoutes[0]!,
    name: 'DELETE /pinned_links/:link_id',
    method: 'DELETE',
    path: '/pinned_links/:link_id',
    pathParameters: ['link_id'],
    params: { link_id: path(numericId<'PinnedLinkId'>('ID of the pinned link.')) },
  } as unknown as Route;
  const on = { LinkPinned: () => undefined } as Projection['on'];
  const view: Projection = { ...projections[0]!, name: 'pinnedLinks', on };
  const area = planted(
    [
      { path: 'src/api/channels/pinnedLinks.ts', text: `const x = { '${unpin.name}': write({}) };` },
      {
        path: 'src/commands/channels/pinnedLinks.ts',
        text: "export const pinLink = command<Link, void>({ name: 'PinLink', decide: () => done() });",
      },
      { path: 'src/projections/pinnedLinks.ts', text: "defineProjection({ name: 'pinnedLinks' });" },
      { path: 'src/live/pinnedLinks.ts', text: 'translate({\n  LinkPinned: () => [],\n});' },
      {
        path: 'src/reactors/linkChecks.ts',
        text: 'export function linkChecks() { return defineReactor({}); }',
      },
    ],
    { routes: [unpin], views: [view], live: { LinkPinned: () => [] } },
  );

  const missing: Readonly<Record<TierName, string>> = {
    isolation: 'link_id has no maker of what it names: write it in test/support/makers.ts',
    matrix: `${unpin.name} has no table of who may: write it in test/matrix/pinnedLinks.ts`,
    spec: `${unpin.name} has no chapter: write it in test/spec/pinnedLinks.ts`,
    commands:
      'src/commands/channels/pinnedLinks.ts pinLink has no test of its decision: ' +
      'write it in test/commands/channels/pinnedLinks.test.ts',
    projections:
      'pinnedLinks LinkPinned has no test of its handler: write it in test/projections/pinnedLinks.test.ts',
    live: 'LinkPinned has no test of its client events: write it in test/live/pinnedLinks.test.ts',
    reactors:
      'src/reactors/linkChecks.ts linkChecks has no test of its effects: ' +
      'write it in test/reactors/linkChecks.test.ts',
  };
  for (const [name, sentence] of Object.entries(missing))
    it(`is found by test/${name}, with the file to write`, () => {
      expect(gapsOf(area, name as TierName)).to.deep.equal([sentence]);
    });

  const tests: Readonly<Partial<Record<TierName, Module>>> = {
    commands: {
      path: 'test/commands/channels/pinnedLinks.test.ts',
      text: "import { pinLink } from '../../../src/commands/channels/pinnedLinks.ts';",
    },
    projections: {
      path: 'test/projections/pinnedLinks.test.ts',
      text: "import { linksOf } from '../../src/projections/pinnedLinks.ts'; example.linkPinned();",
    },
    live: { path: 'test/live/pinnedLinks.test.ts', text: 'toWhom(town(), example.linkPinned());' },
    reactors: {
      path: 'test/reactors/linkChecks.test.ts',
      text: "import { linkChecks } from '../../src/reactors/linkChecks.ts';",
    },
  };
  for (const [name, test] of Object.entries(tests))
    it(`is found no more by test/${name} once ${test.path} is written`, () => {
      expect(gapsOf({ ...area, tree: [...area.tree, test] }, name as TierName)).to.deep.equal([]);
    });
});

describe('an exemption', () => {
  const [one, other] = ['one', 'other'].map((name) => ({ name, file: `test/${name}.ts` }));
  const tier = {
    proof: 'test',
    parts: [one!, other!],
    isTested: ({ name }: { name: string }) => name === 'one',
  };

  it('stands for a test, and goes once there is one, or nothing to test', () => {
    expect(gapsIn(tier, { other: 'a reason' })).to.deep.equal([]);
    expect(gapsIn(tier, { one: 'a reason', gone: 'a reason' })).to.deep.equal([
      'other has no test: write it in test/other.ts',
      'one needs no exemption: remove it from test/completeness/exempt.ts',
      'gone needs no exemption: remove it from test/completeness/exempt.ts',
    ]);
  });
});
