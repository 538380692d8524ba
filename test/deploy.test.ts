import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { createMetrics } from '../src/api/http/metrics.ts';
import { settingNames } from '../src/config.ts';

const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Milliseconds after which a waiting poll has its answer, at the latest. */
const LONGEST_POLL = 90_000;
/** Milliseconds that the server needs to stop, at most. */
const LONGEST_STOP = 9_500;

/** Names of all metrics that a server has, with what histograms add. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const health = { reasons: [], projections: [] };
  const backups = { takenAt: null, verifiedAt: null, isVerified: null };
  const vitals = { release: '', now: 0, health, backlogs: [], room: undefined, backups };
  const lines = (await createMetrics().text(vitals)).split('\n');
  const typed = lines.flatMap((line) => /^# TYPE (\w+) (\w+)$/.exec(line)?.slice(1) ?? []);
  const names = new Set(['up']);
  for (let place = 0; place < typed.length; place += 2) {
    const [name = '', type] = typed.slice(place, place + 2);
    for (const ending of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      names.add(name + ending);
  }
  return names;
}

/** Names of metrics in an expression of Prometheus. */
function metricsIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|on) \([^)]*\)/g, '');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*/g)]
    .map(([word]) => word)
    .filter((word) => /^(hansard|process|nodejs)_|^up$/.test(word));
}

/** Every bracket that opens also closes. */
const isBalanced = (expression: string): boolean =>
  ['()', '[]', '{}'].every(
    ([open = '', close = '']) => expression.split(open).length === expression.split(close).length,
  );

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

describe('what is watched', () => {
  const { groups } = parse(text('deploy/prometheus/alerts.yml')) as {
    groups: readonly { readonly rules: readonly Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const { panels } = JSON.parse(text('deploy/grafana/hansard.json')) as {
    panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
  };
  const expressions: readonly (readonly [string, string])[] = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];

  it('asks for metrics that exist', async () => {
    const names = await metricNames();
    expect(expressions.length).to.be.greaterThan(30);
    for (const [title, expression] of expressions) {
      const asked = metricsIn(expression);
      expect(asked, `${title}: ${expression}`).not.to.deep.equal([]);
      expect([...names], `${title}: ${expression}`).to.include.members([...asked]);
      expect(isBalanced(expression), expression).to.equal(true);
    }
  });

  it('says with every alert how bad it is and what to do', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity, alert).to.match(/^(info|warning|critical)$/);
      for (const sentence of [annotations.summary, annotations.action])
        expect(sentence, alert).to.match(/^[A-Z/h].+/);
    }
  });

  it('covers readiness, errors, views, reactors, disk and back-ups', () => {
    const asked = rules.flatMap(({ expr }) => metricsIn(expr));
    for (const part of ['ready', 'http_requests_total', 'projection_lag_events', 'projection_quarantines'])
      expect(asked).to.include(`hansard_${part}`);
    for (const part of [
      'reactor_oldest_age_seconds',
      'disk_free_bytes',
      'backup_last_success_timestamp_seconds',
    ])
      expect(asked).to.include(`hansard_${part}`);
  });

  it('scrapes the port for operations', () => {
    expect(text('deploy/prometheus/prometheus.yml'))
      .to.include("targets: ['hansard:9992']")
      .and.include('alerts.yml');
  });
});

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly user?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const FILES: Readonly<Record<string, readonly string[]>> = {
  'docker-compose.yml': ['hansard'],
  'deploy/compose.yml': ['hansard'],
  'deploy/compose.nodes.yml': ['one', 'two'],
};

for (const [file, nodes] of Object.entries(FILES))
  describe(file, () => {
    const { services, volumes } = parse(text(file), { merge: true }) as Compose;

    it('passes on every setting, and no other variable', () => {
      for (const node of nodes) {
        const { environment } = services[node]!;
        expect(Object.keys(environment)).to.have.members([...settingNames]);
        for (const [name, value] of Object.entries(environment)) {
          const [, asked] = /^\$\{(\w+):/.exec(value) ?? [];
          if (asked !== undefined) expect(asked).to.equal(name);
        }
      }
    });

    it('publishes neither the port for operations nor a store', () => {
      for (const [name, { ports = [] }] of Object.entries(services)) {
        expect(ports.join(' '), name).not.to.match(/9992|2113|27017/);
        if (nodes.includes(name)) expect(services[name]?.environment['OPERATIONS_PORT']).to.equal('9992');
      }
    });

    it('keeps every named volume, and each node its own data folder', () => {
      const mounted = Object.values(services).flatMap(({ volumes: of = [] }) =>
        of.map((each) => each.split(':')[0]!),
      );
      for (const name of mounted.filter((each) => /^[a-z]/.test(each)))
        expect(volumes).to.have.property(name);
      const folders = nodes.map((node) =>
        services[node]?.volumes?.find((each) => each.endsWith(':/var/lib/hansard')),
      );
      expect(new Set(folders).size).to.equal(nodes.length);
    });
  });

describe('deploy/compose.nodes.yml', () => {
  const { services } = parse(text('deploy/compose.nodes.yml'), { merge: true }) as Compose;

  it('gives both nodes the same log, views and settings', () => {
    expect(services['one']?.environment).to.deep.equal(services['two']?.environment);
    expect(services['one']?.environment['EVENTSTOREDB_URL']).to.include('esdb://eventstoredb:2113');
    expect(services['one']?.environment['MONGODB_URL']).to.include('replicaSet=hansard');
  });

  it('has the proxy know both', () => {
    expect(services['proxy']?.environment['HANSARD_NODES']).to.equal('one:9991 two:9991');
  });
});

describe('the proxies', () => {
  const caddy = text('deploy/Caddyfile');
  const nginx = text('deploy/nginx.conf');

  it('serve the bare host and every organization', () => {
    expect(caddy).to.include('{$EXTERNAL_HOST}, *.{$EXTERNAL_HOST} {');
    expect(nginx.match(/server_name chat\.example\.com \*\.chat\.example\.com;/g)).to.have.length(2);
  });

  it('wait longer than any poll, and pass on what comes at once', () => {
    const seconds = [...`${caddy}${nginx}`.matchAll(/read_timeout (\d+)s/g)].map(([, number]) =>
      Number(number),
    );
    expect(seconds).to.have.length(2);
    for (const each of seconds) expect(each * 1_000).to.be.greaterThan(LONGEST_POLL);
    expect(caddy).to.include('flush_interval -1');
    expect(nginx).to.include('proxy_buffering off;').and.include('proxy_request_buffering off;');
  });

  it('mark no node down for what became of a request', () => {
    expect(caddy).not.to.match(/^\s*(fail_duration|max_fails|unhealthy_)/m);
    const servers = [...nginx.matchAll(/^ *(?:# )?server \d.*$/gm)].map(([line]) => line);
    expect(servers).to.have.length(2);
    for (const line of servers) expect(line).to.include(' max_fails=0;');
  });

  it('tell who asks, for which host and how, and hide the metrics', () => {
    for (const header of [
      'Host $host',
      'X-Forwarded-Host $host',
      'X-Forwarded-Proto $scheme',
      'X-Forwarded-For',
    ])
      expect(nginx).to.include(`proxy_set_header ${header}`);
    expect(caddy).to.include('respond /metrics 404');
    expect(nginx).to.include('location = /metrics { return 404; }');
  });
});

describe('deploy/hansard.service', () => {
  const unit = text('deploy/hansard.service');
  const { scripts } = JSON.parse(text('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  it('starts Node as npm start does', () => {
    const flags = scripts['start']?.replace('exec node ', '');
    expect(unit).to.include(`ExecStart=/usr/bin/node ${flags}\n`);
  });

  it('gives the server time to end, and does not repeat a start with a wrong setting', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(seconds) * 1_000).to.be.greaterThan(LONGEST_STOP);
    expect(unit)
      .to.match(/^Restart=on-failure$/m)
      .and.match(/^RestartPreventExitStatus=2$/m);
    expect(unit).to.match(/^User=hansard$/m);
  });

  it('has a file with every setting but the data folder, which the unit knows', () => {
    const names = [...text('deploy/hansard.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...names, 'DATA_DIR']).to.have.members([...settingNames]);
    expect(unit)
      .to.include('EnvironmentFile=/etc/hansard/hansard.env')
      .and.include('DATA_DIR=/var/lib/hansard');
  });
});

describe('the image', () => {
  it('is of a release of Node with long-term support', () => {
    const [, line] = /^FROM node:(\d+)\./m.exec(text('Dockerfile')) ?? [];
    expect(Number(line)).to.be.at.least(22);
    expect(Number(line) % 2).to.equal(0);
  });

  it('gets everything that it copies', () => {
    const sent = text('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...text('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    for (const name of copied)
      expect(
        sent.some((each) => name === each || name.startsWith(`${each}/`)),
        name,
      ).to.equal(true);
  });
});
