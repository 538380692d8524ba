import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const text = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

describe('the Dockerfile', () => {
  const lines = text('Dockerfile').split('\n');
  const stages = lines.filter((line) => line.startsWith('FROM '));
  const lastStage = lines.slice(lines.lastIndexOf(stages.at(-1) ?? ''));
  const lineOf = (start: string): number => lines.findIndex((line) => line.startsWith(start));

  it('builds in stages that do not end up in the image, on one Node pinned to a patch release', () => {
    const bases = stages.map((stage) => stage.split(' ')[1] ?? '');
    const [first = '', ...others] = bases.filter((base) => base.includes(':'));
    expect(first).to.match(/^node:\d+\.\d+\.\d+-bookworm-slim$/);
    expect(others).to.deep.equal([first]);
    expect(stages.length).to.be.greaterThan(2);
    expect(lastStage.join('\n')).not.to.match(/npm|apt-get/);
  });

  it('compiles nothing, and fails where a package with binaries was left out', () => {
    expect(lines.join('\n')).not.to.match(/apt-get|g\+\+|python/);
    for (const line of lines.filter((each) => /npm (ci|prune)/.test(each)))
      expect(line).to.include('--ignore-scripts');
    const production = lines.slice(lineOf('FROM packages AS production'), lineOf('FROM packages AS build'));
    expect(production).to.include('RUN node scripts/image/checkPackages.js');
    const [driver = ''] = Object.keys(parse(text('drivers/since-node-24/package.json')).dependencies);
    expect(text('scripts/image/checkPackages.js')).to.include(`'${driver}':`).and.include('sharp:');
  });

  it('has the packages in drivers/ before npm installs what they name, and has npm copy them', () => {
    expect(lineOf('COPY drivers')).to.be.within(1, lineOf('RUN npm ci'));
    expect(lineOf('COPY package.json package-lock.json')).to.be.within(1, lineOf('RUN npm ci'));
    expect(lineOf('ENV npm_config_install_links=true')).to.be.within(1, lineOf('RUN npm ci'));
    expect(text('.npmrc')).to.include('install-links=true');
  });

  it('runs as somebody who is not root, stops on SIGTERM, and says whether it is ready', () => {
    const last = (start: string): number => lastStage.findIndex((line) => line.startsWith(start));
    expect(lastStage[last('RUN install')]).to.match(/--owner=node .*"\$DATA_DIR" \/backups$/);
    expect(last('USER node')).to.be.within(1, last('CMD'));
    expect(last('STOPSIGNAL SIGTERM')).to.be.greaterThan(0);
    expect(lastStage[last('HEALTHCHECK')]).to.include('bin/healthy.cjs');
    expect(text('bin/healthy.cjs')).to.include('/health/ready');
  });
});

describe('the image', () => {
  it('is of a release of Node with long-term support', () => {
    const [, line] = /^FROM node:(\d+)\./m.exec(text('Dockerfile')) ?? [];
    expect(Number(line)).to.be.at.least(22);
    expect(Number(line) % 2).to.equal(0);
  });

  it('gets everything that it copies, and nothing that was kept or made beside it', () => {
    const lines = text('.dockerignore').split('\n').filter(Boolean);
    const sent = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = [...text('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    for (const name of copied)
      expect(
        sent.some((each) => name === each || name.startsWith(`${each}/`)),
        name,
      ).to.equal(true);
    // The last line that fits decides.
    const after = lines.slice(lines.findLastIndex((line) => line.startsWith('!')) + 1);
    expect(after).to.include.members(['**/node_modules', '**/dist', '**/.env*', '**/.npmrc']);
  });
});
