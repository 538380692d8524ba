import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

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
  readonly networks?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: HealthCheck;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

const text = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

describe('docker-compose.yml', () => {
  const { services, volumes, networks } = parse(text('docker-compose.yml')) as Compose;
  const { hansard, ...stores } = services;

  it('runs Hansard, EventStoreDB and MongoDB', () => {
    expect(Object.keys(services)).to.have.members(['hansard', 'eventstoredb', 'mongodb']);
    expect(hansard?.build).to.equal('.');
    expect(hansard?.environment?.['EVENTSTOREDB_URL']).to.match(/^esdb:\/\/eventstoredb:2113\?/);
    expect(hansard?.environment?.['MONGODB_URL']).to.match(/^mongodb:\/\/mongodb:27017\/hansard\?/);
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
      for (const volume of named) expect(volumes).to.have.property(volume);
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

describe('the Dockerfile', () => {
  const lines = text('Dockerfile').split('\n');
  const stages = lines.filter((line) => line.startsWith('FROM '));
  const lastStage = lines.slice(lines.lastIndexOf(stages.at(-1) ?? ''));

  it('builds in a stage that does not end up in the image, both pinned to a patch release', () => {
    expect(stages).to.have.length(2);
    for (const stage of stages) expect(stage).to.match(/^FROM node:\d+\.\d+\.\d+-bookworm-slim/);
    expect(lastStage.join('\n')).not.to.match(/npm|apt-get/);
  });

  it('has the packages in drivers/ before npm installs what they name', () => {
    const place = (start: string): number => lines.findIndex((line) => line.startsWith(start));
    expect(place('COPY drivers')).to.be.within(1, place('RUN npm ci'));
    expect(place('COPY package.json package-lock.json .npmrc')).to.be.within(1, place('RUN npm ci'));
    expect(text('.dockerignore').split('\n')).to.include.members(['!drivers', '!.npmrc']);
  });

  it('runs as somebody who is not root, stops on SIGTERM, and says whether it is ready', () => {
    const place = (start: string): number => lastStage.findIndex((line) => line.startsWith(start));
    expect(place('USER node')).to.be.within(1, place('CMD'));
    expect(place('STOPSIGNAL SIGTERM')).to.be.greaterThan(0);
    expect(lastStage[place('HEALTHCHECK')]).to.include('bin/healthy.cjs');
    expect(text('bin/healthy.cjs')).to.include('/health/ready');
  });
});
