import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { settingNames } from '../src/base/config.ts';

const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Milliseconds after which a waiting poll has its answer, at the latest. */
const LONGEST_POLL = 90_000;
/** Milliseconds that the server needs to stop, at most. */
const LONGEST_STOP = 9_500;

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

  it('has a file with every setting, among them the folder that it makes', () => {
    const names = [...text('deploy/hansard.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names).to.have.members([...settingNames]);
    expect(text('deploy/hansard.env')).to.match(/^DATA_DIR=\/var\/lib\/hansard$/m);
    expect(unit)
      .to.include('EnvironmentFile=/etc/hansard/hansard.env')
      .and.include('StateDirectory=hansard\n')
      .and.include('DATA_DIR=/var/lib/hansard');
  });
});
