import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnvironmentFile } from '../../../src/cli/terminal/environmentFile.ts';
import { settingNames } from '../../../src/base/config.ts';
import { build } from '../installation.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (text: string) => parseEnvironmentFile(text, '/etc/x.env');

/** As systemd 252 reads them (`systemd-run --property=EnvironmentFile=…`). */
const READ: Readonly<Record<string, readonly [string, Readonly<Record<string, string>>]>> = {
  'plain and empty values': ['A=b\nC=\nD=e', { A: 'b', C: '', D: 'e' }],
  'comments and empty lines': ['# A=b\n\n  ; C=d\n \t\nE=f\n#', { E: 'f' }],
  'spaces around names and values': ['  A = b c  \n\tB=  d', { A: 'b c', B: 'd' }],
  'what looks like a comment behind a value': ['A=b # c\nB=d;e', { A: 'b # c', B: 'd;e' }],
  'single quotation marks, which keep everything': [`A='$b \\n "c" #'`, { A: '$b \\n "c" #' }],
  'double ones, in which a backslash keeps some characters': [
    'A="\\$b \\"c\\" \\\\ \\`d\\` \\n"',
    { A: '$b "c" \\ `d` \\n' },
  ],
  'several lines in quotation marks': [`A='b\nc'\nD="e\nf"`, { A: 'b\nc', D: 'e\nf' }],
  'lines that a backslash joins': ['A=b\\\nc\nD="e \\\nf"', { A: 'bc', D: 'e f' }],
  'backslashes, which keep a character': ['A=b\\c\\ \nB=d\\\\', { A: 'bc ', B: 'd\\' }],
  'quotation marks and = within a value': [`A=it's\nB=c"d"e\nF=g=h==`, { A: "it's", B: 'c"d"e', F: 'g=h==' }],
  'line ends of Windows': ['A=b\r\nC="d"\r\n\r\n# e\r\nF=g', { A: 'b', C: 'd', F: 'g' }],
  'the later of two lines with a name': ['A=b\nA=c', { A: 'c' }],
  'a byte order mark before a comment': ['\uFEFF# A=b\nC=d', { C: 'd' }],
  'a backslash at the very end': ['A=b\\', { A: 'b' }],
  nothing: ['', {}],
};

const REFUSED: Readonly<Record<string, readonly [string, string]>> = {
  'a line without =': ['A=b\nsecret', 'Line 2 of /etc/x.env must be NAME=value, or begin with #.'],
  'a name that is none': [
    '\n\nA-B=secret',
    'Line 3 of /etc/x.env must begin with a name of letters, digits and _.',
  ],
  'a value without a name': [
    '=secret',
    'Line 1 of /etc/x.env must begin with a name of letters, digits and _.',
  ],
  'export, which only shells know': [
    'export A=secret',
    'Line 1 of /etc/x.env begins with "export", which systemd does not take: leave the word out.',
  ],
  'a quotation that does not end': [
    `A=b\r\nC="secret\r\nD=e`,
    'Line 2 of /etc/x.env opens a quotation that is not closed.',
  ],
  'text behind a quotation': [
    `A='b\nc'\nD='secret' # e`,
    'Line 3 of /etc/x.env has more text after the closing quotation mark.',
  ],
  'two quotations, which systemd joins': [
    `A="b"'c'`,
    'Line 1 of /etc/x.env has more text after the closing quotation mark.',
  ],
  'a comment that may go on': [
    '# b \\\nA=c',
    'Line 1 of /etc/x.env is a comment that ends with a backslash.',
  ],
  'a byte order mark before a variable': [
    '\uFEFFA=b',
    'Line 1 of /etc/x.env begins with a byte order mark: save the file without, or put a comment there.',
  ],
};

describe('a file of variables', () => {
  for (const [what, [text, variables]] of Object.entries(READ))
    it(`may have ${what}`, () => expect(read(text)).to.deep.equal(variables));

  for (const [what, [text, sentence]] of Object.entries(REFUSED))
    it(`is refused with ${what}, without repeating it`, () => expect(() => read(text)).to.throw(sentence));

  it('is read in time that grows with its length alone', () => {
    const long = 100_000;
    const text = `A=${' b\\ '.repeat(long)}\nC=${' '.repeat(long)}d\nE=f${'\t '.repeat(long)}`;
    expect(Object.values(read(text)).map(({ length }) => length)).to.deep.equal([3 * long - 1, 1, 1]);
  });

  it('can be deploy/hansard.env', () => {
    const variables = read(readFileSync(join(ROOT, 'deploy/hansard.env'), 'utf8'));
    expect(Object.keys(variables)).to.have.members([...settingNames]);
  });
});

describe('--env-file', function () {
  const folders = temporaryFolder();
  before(build);
  after(async () => (await folders).remove());
  const file = async (name: string, text: string | Buffer): Promise<string> => {
    const path = join((await folders).folder, name);
    writeFileSync(path, text);
    return path;
  };
  const hansard = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
    spawnSync(join(ROOT, 'bin/hansard.cjs'), words, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment },
    });
  const settings = (words: readonly string[], environment?: NodeJS.ProcessEnv) => {
    const { stdout, stderr } = hansard([...words, '--json'], environment);
    expect(stderr).to.equal('');
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };

  it('stands before the command, after it, and between its words', async () => {
    const path = await file('places.env', "DATA_DIR='/data with spaces'\nPORT=1234\n");
    for (const words of [
      ['--env-file', path, 'config', 'print'],
      ['config', '--env-file', path, 'print'],
      ['config', 'print', `--env-file=${path}`],
    ])
      expect(settings(words)).to.include({ DATA_DIR: '/data with spaces', PORT: 1234 });
  });

  it('leaves variables that the environment has, and takes the later of two files', async () => {
    const [one, two] = [await file('one.env', 'PORT=1\nLOG_LEVEL=warn'), await file('two.env', 'PORT=2')];
    const words = ['config', 'print', '--env-file', one, '--env-file', two];
    expect(settings(words)).to.include({ PORT: 2, LOG_LEVEL: 'warn' });
    expect(settings(words, { LOG_LEVEL: 'debug' })).to.include({ PORT: 2, LOG_LEVEL: 'debug' });
  });

  it('counts for the server too', async () => {
    const path = await file('serve.env', 'PORT=harbor\n');
    for (const words of [
      ['serve', '--env-file', path],
      ['--env-file', path, 'serve'],
    ]) {
      const { status, stdout, stderr } = hansard(words);
      expect(stderr).to.match(/^PORT must be a whole number.*\n$/);
      expect([status, stdout]).to.deep.equal([2, '']);
    }
  });

  it('ends with one sentence and exit code 2 if the file cannot be read', async () => {
    const missing = join((await folders).folder, 'missing.env');
    const wrong: readonly (readonly [string, RegExp])[] = [
      [missing, /^The file of --env-file cannot be read \(ENOENT.*missing\.env'\)\.$/],
      [(await folders).folder, /^The file of --env-file cannot be read \(EISDIR.*\)\.$/],
      [await file('utf16.env', Buffer.from('PORT=1', 'utf16le')), /utf16\.env, is not text in UTF-8\.$/],
      [await file('latin1.env', Buffer.from('A=\xe4', 'latin1')), /latin1\.env, is not text in UTF-8\.$/],
      [
        await file('line.env', '# one\nPORT\n'),
        /^Line 2 of .*line\.env must be NAME=value, or begin with #\.$/,
      ],
    ];
    for (const [path, sentence] of wrong)
      for (const words of [
        ['status', '--env-file', path],
        ['--env-file', path, 'users', 'list', '--json'],
      ]) {
        const { status, stdout, stderr } = hansard(words);
        const isJson = words.includes('--json');
        const complaint = isJson ? (JSON.parse(stderr) as { error: string }).error : stderr.trimEnd();
        expect(complaint).to.match(sentence);
        expect([status, stdout]).to.deep.equal([2, '']);
      }
  });
});
