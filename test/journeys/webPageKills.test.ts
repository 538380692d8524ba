/** People who use the web page while the server is killed, and somebody who joins by an invitation. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM, newPageOf, startBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';

const suite = CHROMIUM ? describe : describe.skip;

suite(
  `the web page and a server that dies${CHROMIUM ? '' : ' (skipped: there is no chromium, nor HANSARD_TEST_CHROMIUM)'}`,
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let server: ServerProcess;
    let browser: Browser;
    let channelId: number;

    before(async () => {
      folder = await temporaryFolder();
      server = await ServerProcess.start(folder.folder);
      const owner = await server.login();
      await owner.post('/users', {
        email: 'grace@example.com',
        full_name: 'Grace',
        password: OWNER_PASSWORD,
      });
      const principals = [OWNER_EMAIL, 'grace@example.com'];
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
      channelId = (await owner.get('/get_stream_id', { stream: 'design' })).body.stream_id as number;
      browser = await startBrowser();
    });
    after(async () => {
      await browser?.close();
      await server?.stop();
      await folder.remove();
    });

    const origin = (): string => `http://localhost:${server.port}`;

    async function talking(email: string): Promise<Page> {
      const page = await newPageOf(browser);
      await page.goto(`${origin()}/channel/${channelId}/topic/storm`);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(OWNER_PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.locator('#compose textarea').waitFor();
      return page;
    }

    async function write(page: Page, text: string): Promise<void> {
      await page.locator('#compose textarea').fill(text);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    }

    it('loses nothing and doubles nothing that both write before, while and after', async () => {
      const pages = { Ada: await talking(OWNER_EMAIL), Grace: await talking('grace@example.com') };
      const texts: string[] = [];
      const send = async (when: string): Promise<void> => {
        for (const [name, page] of Object.entries(pages)) {
          texts.push(`${name} ${when}.`);
          await write(page, `${name} ${when}.`);
        }
      };
      await send('before');
      const { port } = server;
      await send('at the moment');
      await server.kill();
      await send('meanwhile');
      server = await ServerProcess.start(folder.folder, { PORT: String(port) });
      await send('after');
      for (const page of Object.values(pages))
        for (const text of texts) await page.locator('article[data-id]', { hasText: text }).waitFor();
      const { body } = await (
        await server.login()
      ).get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        apply_markdown: false,
        narrow: [['topic', 'storm']],
      });
      const contents = (body.messages as { content: string }[]).map(({ content }) => content);
      expect([...contents].sort()).to.deep.equal([...texts].sort());
      for (const page of Object.values(pages)) await page.context().close();
    });

    it('takes somebody who was invited into the conversation', async () => {
      const owner = await server.login();
      const { body } = await owner.post('/invites/multiuse', { stream_ids: [channelId] });
      const page = await newPageOf(browser);
      await page.goto(origin() + new URL(String(body.invite_link)).pathname);
      await page.getByLabel('E-mail address').fill('alan@example.com');
      await page.getByLabel('Your name').fill('Alan');
      await page.getByLabel('A new password').fill('seven lanterns at sea');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('heading', { name: 'design' }).waitFor();
      await page.getByLabel('Topic', { exact: true }).fill('hello');
      await write(page, 'Here I am.');
      await page.locator('article[data-id]', { hasText: 'Here I am.' }).waitFor();
      await page.context().close();
    });
  },
);
