import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { settingNames } from '../src/base/config.ts';

interface HealthCheck {
  readonly test: readonly string[];
  readonly retries: number;
}

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly user?: string;
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  /** A list of names, or what each is called there. */
  readonly networks?: unknown;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly healthcheck?: HealthCheck;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
}

interface Network {
  readonly internal?: boolean;
  readonly enable_ipv6?: boolean;
  readonly ipam?: { readonly config: readonly { readonly subnet: string }[] };
}

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, Network>>;
}

const text = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

const composeFile = (name: string): Compose => parse(text(name), { merge: true }) as Compose;

describe('docker-compose.yml', () => {
  const { services, volumes, networks } = composeFile('docker-compose.yml');
  const { hansard, ...stores } = services;

  it('runs Hansard, EventStoreDB and MongoDB', () => {
    expect(Object.keys(services)).to.have.members(['hansard', 'eventstoredb', 'mongodb']);
    expect(hansard?.build).to.equal('.');
    expect(hansard?.environment?.['EVENTSTOREDB_URL']).to.include('esdb://eventstoredb:2113?');
    expect(hansard?.environment?.['MONGODB_URL']).to.include('mongodb://mongodb:27017/hansard?');
  });

  for (const [name, service] of Object.entries(services)) {
    it(`runs ${name} as nobody special, and again after a fall`, () => {
      expect(service.user).to.match(/^(?!root\b|0\b)\S+$/);
      expect(service.restart).to.equal('unless-stopped');
    });

    it(`asks ${name} whether it is healthy`, () => {
      expect(service.healthcheck?.test[0]).to.equal('CMD');
      expect(service.healthcheck?.retries).to.be.greaterThan(0);
    });

    it(`keeps the data of ${name} in a named volume`, () => {
      const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
      expect(named).not.to.deep.equal([]);
      for (const volume of named.filter((each) => /^[a-z]/.test(each)))
        expect(volumes).to.have.property(volume);
    });
  }

  for (const [name, { image, ports, networks: joined }] of Object.entries(stores)) {
    it(`pins ${name} to a patch release`, () => expect(image).to.match(/:\d+\.\d+\.\d+[\w.-]*$/));

    it(`lets nothing but Hansard reach ${name}`, () => {
      expect(ports).to.equal(undefined);
      expect(joined).to.deep.equal(['stores']);
      expect(networks['stores']?.internal).to.equal(true);
    });
  }

  it('publishes one port', () => expect(hansard?.ports).to.have.length(1));

  it('starts Hansard when both stores are healthy', () =>
    expect(hansard?.depends_on).to.deep.equal({
      eventstoredb: { condition: 'service_healthy' },
      mongodb: { condition: 'service_healthy' },
    }));

  it('makes MongoDB a replica set, healthy once it takes writes', () => {
    const { command, healthcheck } = stores['mongodb'] ?? {};
    const name = /replicaSet=(\w+)/.exec(hansard?.environment?.['MONGODB_URL'] ?? '')?.[1];
    expect(command).to.include.members(['--replSet', name]);
    expect(healthcheck?.test.at(-1))
      .to.include(`rs.initiate({ _id: '${name}'`)
      .and.include('isWritablePrimary');
  });
});

/** Variables of OpenTelemetry that the server or its packages read. */
const TRACING = [
  'OTEL_SDK_DISABLED',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_BSP_EXPORT_TIMEOUT',
  'OTEL_BSP_MAX_QUEUE_SIZE',
  'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
];

const FILES: Readonly<Record<string, readonly string[]>> = {
  'docker-compose.yml': ['hansard'],
  'deploy/compose.yml': ['hansard'],
  'deploy/compose.nodes.yml': ['one', 'two'],
};

const subnetsOf = (network: Network | undefined): readonly string[] =>
  (network?.ipam?.config ?? []).map(({ subnet }) => subnet);

describe('compose files', () => {
  const files = Object.keys(FILES).map(composeFile);

  it('can run side by side: each has a project and networks of its own', () => {
    const subnets = files.flatMap(({ networks }) => subnetsOf(networks['front']));
    for (const names of [files.map(({ name }) => name), subnets])
      expect(new Set(names).size).to.equal(names.length);
  });
});

for (const [file, nodes] of Object.entries(FILES))
  describe(file, () => {
    const { services, volumes, networks } = composeFile(file);

    it('passes on every setting and the variables of OpenTelemetry, and no other variable', () => {
      for (const node of nodes) {
        const { environment = {} } = services[node]!;
        expect(Object.keys(environment)).to.have.members([...settingNames, ...TRACING]);
        for (const [name, value] of Object.entries(environment)) {
          // An empty variable of OpenTelemetry is not the same as none.
          if (TRACING.includes(name)) expect(value, name).to.equal(null);
          const [, variable] = /^\$\{(\w+):/.exec(value ?? '') ?? [];
          if (variable !== undefined) expect(variable).to.equal(name);
        }
      }
    });

    for (const [name, service] of Object.entries(services))
      it(`limits ${name}: memory, processes, log, and rights`, () => {
        expect(service.mem_limit).to.match(/^(\$\{[A-Z]+_MEMORY:-)?\d+[mg]\}?$/);
        expect(service.pids_limit).to.be.within(1, 4_096);
        expect(service.logging?.driver).to.equal('json-file');
        expect(service.logging?.options).to.have.keys('max-size', 'max-file');
        expect(service.cap_drop).to.deep.equal(['ALL']);
        expect(service.security_opt).to.include('no-new-privileges:true');
      });

    it('gives every node a volume for back-ups and one on a disk for drills', () => {
      for (const node of nodes) {
        const { volumes: mounted = [], tmpfs, read_only: isReadOnly } = services[node]!;
        expect(isReadOnly).to.equal(true);
        expect(tmpfs).to.equal(undefined);
        expect(mounted.filter((each) => /^\$\{BACKUPS:-[a-z-]+\}:\/backups$/.test(each))).to.have.length(1);
        expect(mounted.filter((each) => /^[a-z-]+:\/tmp$/.test(each))).to.have.length(1);
      }
    });

    it('has IPv6 where people come in, and trusts the proxy alone, at its fixed addresses', () => {
      expect(networks['front']?.enable_ipv6).to.equal(true);
      expect(subnetsOf(networks['front']).filter((subnet) => subnet.includes(':'))).to.have.length(1);
      const { front } = (services['proxy']?.networks ?? {}) as Partial<
        Record<string, Record<string, string>>
      >;
      const trusted = front ? `${front['ipv4_address']},${front['ipv6_address']}` : '${TRUSTED_PROXIES:-}';
      for (const node of nodes) expect(services[node]?.environment?.['TRUSTED_PROXIES']).to.equal(trusted);
    });

    it('publishes neither the port for operations nor a store', () => {
      for (const [name, { ports = [] }] of Object.entries(services)) {
        expect(ports.join(' '), name).not.to.match(/9992|2113|27017/);
        if (nodes.includes(name)) expect(services[name]?.environment?.['OPERATIONS_PORT']).to.equal('9992');
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
  const { services } = composeFile('deploy/compose.nodes.yml');

  it('gives both nodes the same log, views and settings, and each an address for the other', () => {
    const [one, two] = ['one', 'two'].map((node) => {
      const { environment = {}, networks } = services[node]!;
      const { NODE_URL, ...settings } = environment;
      const { stores } = networks as { readonly stores: { readonly aliases: readonly string[] } };
      expect(NODE_URL).to.equal(`http://${stores.aliases[0]}:9993`);
      return { NODE_URL, settings };
    });
    expect(one?.settings).to.deep.equal(two?.settings);
    expect(one?.NODE_URL).not.to.equal(two?.NODE_URL);
    expect(services['one']?.environment?.['EVENTSTOREDB_URL']).to.include('esdb://eventstoredb:2113');
    expect(services['one']?.environment?.['MONGODB_URL']).to.include('replicaSet=hansard');
  });

  it('has the proxy know both', () => {
    expect(services['proxy']?.environment?.['HANSARD_NODES']).to.equal('one:9991 two:9991');
  });
});
