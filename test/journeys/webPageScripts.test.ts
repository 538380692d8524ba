/** What people write runs nothing in the web page, wherever it is shown. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { EVIL, EVIL_TEXTS } from '../rendering/evilTexts.ts';
import { CHROMIUM, newPageOf, startBrowser } from '../support/browser.ts';
import { build } from '../cli/installation.ts';
import { Hansard, OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';

const suite = CHROMIUM ? describe : describe.skip;

suite(
  `hostile texts in the web page${CHROMIUM ? '' : ' (skipped: there is no chromium, nor HANSARD_TEST_CHROMIUM)'}`,
  () => {
    let hansard: Hansard;
    let browser: Browser;
    let page: Page;
    let origin: string;
    let owner: Person;
    let channelId: number;
    const ran: string[] = [];

    before(async () => {
      build();
      hansard = await Hansard.start({ environment: { WEB_APP: 'on' } });
      origin = new URL(hansard.url).origin;
      owner = await hansard.owner();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: EVIL, description: EVIL }] });
      channelId = (await owner.get('/get_stream_id', { stream: EVIL })).body.stream_id as number;
      browser = await startBrowser();
      page = await newPageOf(browser);
      page.on('dialog', (dialog) => {
        ran.push(dialog.message());
        void dialog.dismiss();
      });
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) ran.push(message.text());
      });
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== origin && !/^(data|blob):/.test(request.url()))
          ran.push(request.url());
      });
      await page.goto(origin);
      await page.getByLabel('E-mail address').fill(OWNER_EMAIL);
      await page.getByLabel('Password').fill(OWNER_PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.locator('#main').waitFor();
    });
    after(async () => {
      await browser?.close();
      await hansard?.stop();
    });
    afterEach(() => expect(ran.splice(0)).to.deep.equal([]));

    const send = (topic: string, content: string) =>
      owner.post('/messages', { type: 'channel', to: channelId, topic, content });

    it('are shown as texts where they are messages', async () => {
      for (const text of EVIL_TEXTS) await send('texts', text);
      await send('texts', 'the last one');
      await page.goto(`${origin}/channel/${channelId}/topic/texts`);
      const list = page.getByRole('region', { name: 'Messages', exact: true });
      await list.locator('article').first().waitFor();
      await list.evaluate((box) => {
        const { scrollHeight } = box as unknown as { scrollHeight: number };
        (box as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, scrollHeight);
      });
      await page.locator('article', { hasText: 'the last one' }).first().waitFor();
      const links = await page
        .locator('article a[href]')
        .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
      expect(links.filter((href) => !/^(https?|mailto|tel|ftp):/.test(href))).to.deep.equal([]);
      expect(
        await page.locator('article script, article iframe, article object, article [onerror]').count(),
      ).to.equal(0);
    });

    it('are shown as texts where they are names, topics, files and fields', async () => {
      await owner.patch('/settings', { full_name: EVIL });
      await owner.post('/users/me/status', { status_text: EVIL });
      const { body } = await owner.post('/realm/profile_fields', {
        name: '<b onclick=alert(1)>',
        field_type: 1,
      });
      await owner.patch('/users/me/profile_data', { data: [{ id: body.id, value: EVIL }] });
      await owner.post('/channel_folders/create', { name: EVIL, description: EVIL });
      await owner.post('/user_groups/create', {
        name: '<i onmouseover=alert(1)>',
        description: EVIL,
        members: [],
      });
      await send('<svg onload=alert(1)>', `/poll ${EVIL}\n${EVIL}`);
      await owner.post('/drafts', {
        drafts: [{ type: 'stream', to: [channelId], topic: EVIL, content: EVIL }],
      });
      const topic = encodeURIComponent('<svg onload=alert(1)>');
      for (const path of [
        '/',
        '/recent',
        '/channels',
        '/people',
        '/drafts',
        `/channel/${channelId}/topic/${topic}`,
        '/settings/profile',
        '/settings/organization',
        `/settings/channel-${channelId}`,
        `/search/${encodeURIComponent(EVIL)}`,
      ]) {
        await page.goto(origin + path);
        await page.locator('main h1').waitFor();
        await page.waitForTimeout(150);
      }
      await page.goto(`${origin}/people`);
      await page.locator('main').getByRole('button', { name: 'Owner' }).click();
      await page.getByRole('dialog').getByText('<b onclick=alert(1)>').waitFor();
    });

    it('are shown as texts in a preview and while they are on their way', async () => {
      await page.goto(`${origin}/channel/${channelId}/topic/texts`);
      await page.locator('#compose textarea').fill(`**a** ${EVIL}`);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.locator('.preview strong').waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page
        .locator('article[data-id]', { hasText: `a ${EVIL}` })
        .last()
        .waitFor();
    });
  },
);
