/** The alert rules and the dashboard: held to a running server, to each other, and to Prometheus itself. */
import { expect } from 'chai';
import type { Command } from 'commander';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createProgram } from '../src/cli/program.ts';
import { readSourceTree } from './architecture/sourceTree.ts';
import { Hansard } from './support/hansard.ts';

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
const PROMETHEUS = join(DEPLOY, 'prometheus');
const text = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

interface Scenario {
  readonly name: string;
  readonly promql_expr_test?: readonly { readonly exp_samples?: readonly { readonly labels: string }[] }[];
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat?: string }[];
}

const { groups } = parse(text('prometheus/alerts.yml')) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(text('grafana/hansard.json')) as { panels: readonly Panel[] };

/** What is asked of Prometheus, and what is said with the labels of the answer. */
const questions = [
  ...rules.map(({ alert, expr, annotations }) => ({
    title: alert,
    expr,
    labels: Object.values(annotations).join(),
  })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat = '' }) => ({ title, expr, labels: legendFormat })),
  ),
];

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The samples in a text of Prometheus's format, and for each the labels that a scrape adds. */
const samplesIn = (metrics: string): readonly Sample[] =>
  Array.from(metrics.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm), ([, name = '', labels = '']) => ({
    name,
    labels: {
      ...Object.fromEntries(
        Array.from(labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, key, of]) => [key, of]),
      ),
      job: 'hansard',
      instance: 'hansard:9992',
    },
  }));

/** Metrics in an expression, each with its matchers. */
const selectorsIn = (expr: string): readonly (readonly [string, string])[] =>
  Array.from(
    expr.matchAll(/\b((?:hansard|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g),
    ([, name = '', matchers = '']) => [name, matchers] as const,
  );

/** Labels that an expression or a sentence needs. */
const labelsIn = (all: string): readonly string[] =>
  [
    ...Array.from(all.matchAll(/\b(?:by|on) \(([^)]*)\)/g), ([, names = '']) => names.split(/, */)),
    ...Array.from(
      all.matchAll(/\{\{ *(?:with )?\$labels\.(\w+)|\{\{ *(?!end\b)(\w+) *\}\}/g),
      ([, one, two]) => [one ?? two!],
    ),
  ].flat();

/** The path of a command in the words after `hansard`, as far as there are commands. */
function commandIn(words: readonly string[]): Command | undefined {
  let found: Command = createProgram();
  for (const word of words) {
    const next = found.commands.find((each) => each.name() === word);
    if (next === undefined) break;
    found = next;
  }
  return found.parent === null || (found.commands.length > 0 && found.registeredArguments.length === 0)
    ? undefined
    : found;
}

describe('the alert rules and the dashboard', () => {
  let hansard: Hansard;
  let samples: readonly Sample[];

  before(async () => {
    hansard = await Hansard.start();
    const now = new Date().toISOString();
    const noted = { finishedAt: now, verifiedAt: now, isVerified: true };
    writeFileSync(join(hansard.folder, 'last-backup.json'), JSON.stringify(noted));
    const owner = await hansard.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    await owner.post('/messages', { type: 'channel', to: 'general', topic: 'one', content: 'text' });
    const { body } = await owner.post('/register');
    await owner.get('/events', { queue_id: body.queue_id as string, last_event_id: -1, dont_block: true });
    samples = samplesIn(await (await fetch(new URL('/metrics', hansard.url))).text());
  });
  after(() => hansard.stop());

  for (const { title, expr, labels: says } of questions)
    it(`${title}: asks for what a server has (${expr.slice(0, 40)}…)`, () => {
      const selectors = selectorsIn(expr);
      expect(selectors).not.to.deep.equal([]);
      const all: Sample[] = [];
      for (const [name, matchers] of selectors.filter(([metric]) => metric !== 'up')) {
        const found = samples.filter((sample) => sample.name === name);
        expect(found, name).not.to.deep.equal([]);
        all.push(...found);
        for (const [, label = '', pattern = ''] of matchers.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)) {
          const values = found.flatMap(({ labels }) => labels[label] ?? []);
          expect(values, `${name}, ${label}`).not.to.deep.equal([]);
          // A server has no error to show, and the dashboard asks for what was chosen in it.
          if (label === 'status' || pattern.startsWith('$')) continue;
          expect(
            values.some((value) => new RegExp(`^(?:${pattern})$`).test(value)),
            pattern,
          ).to.equal(true);
        }
      }
      if (all.length > 0)
        expect(all.flatMap(({ labels }) => Object.keys(labels))).to.include.members([
          ...labelsIn(expr + says),
        ]);
    });
});

describe('each alert rule', () => {
  const scenarios = readdirSync(PROMETHEUS)
    .filter((name) => name.endsWith('.test.yml'))
    .flatMap((name) => (parse(text(`prometheus/${name}`)) as { tests: readonly Scenario[] }).tests);
  const known = readSourceTree()
    .map((module) => module.text)
    .join();

  for (const { alert, labels, annotations } of rules) {
    it(`${alert} says how bad it is, and what to do with what exists`, () => {
      expect(labels.severity).to.match(/^(info|warning|critical)$/);
      expect(annotations.summary).to.match(/^[A-Z].*\.$/);
      expect(annotations.action).to.match(/^[A-Z].*\.$/);
      for (const [, words = ''] of annotations.action.matchAll(/hansard ([a-zA-Z -]+\w)/g)) {
        const named = commandIn(words.split(' '));
        expect(named, words).not.to.equal(undefined);
        for (const [option] of words.matchAll(/--[a-z-]+/g))
          expect(named?.options.map(({ long }) => long)).to.include(option);
      }
      for (const [event] of annotations.action.matchAll(/\b[a-z]+\.[a-z_]+\b/g))
        expect(known).to.include(`event: '${event}'`);
    });

    it(`${alert} fires in a test of Prometheus, with the labels that its sentence has, and does not in the same`, () => {
      const tests = scenarios.flatMap((scenario) => {
        const evaluations = (scenario.promql_expr_test ?? []).map(({ exp_samples = [] }) =>
          exp_samples.map((sample) => sample.labels).filter((each) => each.includes(`alertname="${alert}"`)),
        );
        return evaluations.some((fired) => fired.length > 0) ? [evaluations] : [];
      });
      expect(tests.some((evaluations) => evaluations.some((fired) => fired.length === 0))).to.equal(true);
      const firing = tests.flat(2);
      for (const label of labelsIn(annotations.summary))
        expect(
          firing.some((each) => each.includes(`${label}="`)),
          label,
        ).to.equal(true);
    });
  }

  it('covers readiness, errors, views, reactors, disk and back-ups, at the port for operations', () => {
    const metricNames = rules.flatMap(({ expr }) => selectorsIn(expr).map(([name]) => name));
    for (const part of ['ready', 'http_requests_total', 'projection_lag_events', 'projection_quarantines'])
      expect(metricNames).to.include(`hansard_${part}`);
    for (const part of [
      'reactor_oldest_age_seconds',
      'disk_free_bytes',
      'backup_last_success_timestamp_seconds',
    ])
      expect(metricNames).to.include(`hansard_${part}`);
    expect(text('prometheus/prometheus.yml'))
      .to.include("targets: ['hansard:9992']")
      .and.include('- alerts.yml');
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

describe(`Prometheus${hasPromtool ? '' : ' (skipped: needs promtool)'}`, function () {
  before(function () {
    if (!hasPromtool) this.skip();
  });
  const promtool = (...words: readonly string[]) =>
    spawnSync('promtool', words, { cwd: PROMETHEUS, encoding: 'utf8' });

  it('takes the configuration and the rules', () => {
    const { status, stdout, stderr } = promtool('check', 'config', 'prometheus.yml');
    expect([status, stdout + stderr].join('\n')).to.match(new RegExp(`^0\n[^]*${rules.length} rules found`));
  });

  for (const name of readdirSync(PROMETHEUS).filter((each) => each.endsWith('.test.yml')))
    it(`fires and resolves as ${name} says`, () => {
      const { status, stdout, stderr } = promtool('test', 'rules', name);
      expect(status, stdout + stderr).to.equal(0);
    });
});
