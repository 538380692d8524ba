/** Files that are more than they seem, in a browser that opens them in every way that it has. */
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { upload } from '../api/uploads.ts';
import { CHROMIUM, newPageOf, startBrowser } from '../support/browser.ts';
import { Hansard, type Person } from '../support/hansard.ts';

interface Hostile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array | string;
}

/** What it would do: say that it runs. */
const OWNED = "fetch('/owned');document.title='owned';alert('owned')";
const PAGE = `<!doctype html><script>${OWNED}</script><img src=x onerror="${OWNED}">`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${OWNED}"><script>${OWNED}</script></svg>`;
const XML = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?><x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${OWNED}</h:script></x>`;
const GIF = `GIF89a/*${'\0'.repeat(20)}*/=1;${OWNED}`;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Says that it has 50,000 by 50,000 pixels. */
const BOMB = Buffer.concat([PNG.subarray(0, 16), Buffer.from('0000c3500000c350', 'hex'), PNG.subarray(24)]);
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4_000)]);

const TYPES = [
  'text/html',
  'text/html; charset=utf-7',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/xml',
  'text/javascript',
  'application/json',
  'text/css',
  'text/plain',
  'image/png',
  'video/mp4',
  'nonsense',
  'multipart/x-mixed-replace',
  'application/x-shockwave-flash',
  'message/rfc822',
  'application/pdf',
];

const HOSTILE: readonly Hostile[] = [
  ...TYPES.map((type) => ({ name: 'page.html', type, bytes: PAGE })),
  ...['image/svg+xml', 'image/png', 'text/html'].map((type) => ({ name: 'picture.svg', type, bytes: SVG })),
  ...['text/xml', 'application/xml'].map((type) => ({ name: 'style.xsl', type, bytes: XML })),
  ...['image/gif', 'text/javascript', 'text/html'].map((type) => ({ name: 'both.gif', type, bytes: GIF })),
  { name: 'tail.png', type: 'image/png', bytes: Buffer.concat([PNG, Buffer.from(PAGE)]) },
  { name: 'tail.html', type: 'text/html', bytes: Buffer.concat([PNG, Buffer.from(PAGE)]) },
  { name: 'bomb.png', type: 'image/png', bytes: BOMB },
  { name: 'bomb.zip', type: 'application/zip', bytes: ZIP },
  ...[
    '../../../../etc/passwd',
    '..\\..\\windows.html',
    '/abs/olute.html',
    '.htaccess',
    '..',
    'con.html',
    'a\r\nSet-Cookie: owned=1.html',
    'photo\u202Elmth.png',
    '"><script>alert(1)</script>.html',
    '%2e%2e%2fx',
    '\u2028.html',
    `${'x'.repeat(300)}.html`,
  ].map((name) => ({ name, type: 'text/html', bytes: PAGE })),
];

const suite = CHROMIUM ? describe : describe.skip;

suite(`hostile files${CHROMIUM ? '' : ' (skipped: there is no chromium, nor HANSARD_TEST_CHROMIUM)'}`, () => {
  let hansard: Hansard;
  let owner: Person;
  let browser: Browser;
  let page: Page;
  const done: string[] = [];

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    browser = await startBrowser();
    page = await newPageOf(browser, { acceptDownloads: false });
    page.on('dialog', (dialog) => {
      done.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url().endsWith('/owned')) done.push(`request ${request.url()}`);
    });
  });
  after(async () => {
    await browser?.close();
    await hansard?.stop();
  });

  /** A URL that needs no credentials. */
  async function opened(file: Hostile): Promise<string> {
    const url = await upload(hansard, owner, file);
    const { body } = await owner.get(encodeURI(url));
    return new URL(hansard.url).origin + (body['url'] as string);
  }

  it('are 40', () => {
    expect(HOSTILE.length).to.be.at.least(40);
  });

  for (const [index, file] of HOSTILE.entries())
    it(`do nothing in a browser: ${index + 1}, ${JSON.stringify(file.name.slice(0, 40))} as ${file.type}`, async () => {
      const url = await opened(file);
      // A file that is saved ends the navigation with an error.
      await page.goto(url).catch(() => undefined);
      await settled(page);
      expect(await page.title()).to.not.equal('owned');
      await page.goto('about:blank');
      const elements = [
        `<iframe src="${url}"></iframe>`,
        `<embed src="${url}">`,
        `<object data="${url}"></object>`,
      ];
      elements.push(
        `<img src="${url}">`,
        `<script src="${url}"></script>`,
        `<link rel="stylesheet" href="${url}">`,
      );
      await page.setContent(elements.join(''), { waitUntil: 'load' }).catch(() => undefined);
      await settled(page);
      expect(await page.title()).to.not.equal('owned');
      expect(await page.context().cookies()).to.deep.equal([]);
      expect(done).to.deep.equal([]);
    });

  it('are nowhere but in their folder, under no name of their own', () => {
    const names = readdirSync(hansard.folder, { recursive: true, encoding: 'utf8' });
    const within = names.filter((name) => name.startsWith('files/1/') && name.split('/').length > 3);
    expect(within).to.have.length.of.at.least(6);
    for (const name of within) expect(name).to.match(/^files\/1\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
    const others = names.filter((name) => !name.startsWith('files'));
    for (const name of others) expect(name).to.not.match(/passwd|html|htaccess|png|zip/);
  });
});

/** Time for whatever runs. */
const settled = (page: Page): Promise<void> => page.waitForTimeout(150);
