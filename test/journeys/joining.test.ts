/** From an invitation by mail to the first message, with a real mail server between and a real browser at the end. */
import { expect } from 'chai';
import type { Browser, Page, Request } from 'playwright-core';
import { CHROMIUM, newPageOf, startBrowser, violationsOn } from '../support/browser.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { linkIn } from '../support/mail/mailFolder.ts';
import { MailServer } from '../support/mail/mailServer.ts';
import { freePort } from '../support/ports.ts';
import { things } from '../support/makers.ts';

const PASSWORD = 'seven lanterns at sea';

const suite = CHROMIUM ? describe : describe.skip;

suite(
  `joining in a browser${CHROMIUM ? '' : ' (skipped: there is no chromium, nor HANSARD_TEST_CHROMIUM)'}`,
  () => {
    let mail: MailServer;
    let hansard: Hansard;
    let owner: Person;
    let browser: Browser;
    let port: string;
    /** What the browser itself had against a page. */
    const complaints: string[] = [];

    before(async () => {
      [mail, port] = await Promise.all([MailServer.start(), freePort()]);
      hansard = await Hansard.start({
        environment: {
          SMTP_URL: mail.url,
          PORT: String(port),
          EXTERNAL_HOST: `chat.example.com:${port}`,
          EXTERNAL_SCHEME: 'http',
        },
      });
      owner = await hansard.owner();
      browser = await startBrowser();
    });
    after(async () => {
      await browser?.close();
      await hansard?.stop();
      await mail?.stop();
    });

    /** The link of the mail that came last to an address. */
    async function linkFor(address: string): Promise<string> {
      await hansard.settled();
      const delivery = mail.deliveries.findLast(({ to }) => to.includes(address));
      return linkIn(delivery!.letter);
    }

    async function invitedLink(
      address: string,
      fields: Readonly<Record<string, unknown>> = {},
    ): Promise<string> {
      const { body } = await owner.post('/invites', { invitee_emails: address, stream_ids: [], ...fields });
      expect(body).to.include({ result: 'success' });
      return linkFor(address);
    }

    /** A page of a browser of its own, at a link. */
    async function pageAt(link: string, javaScriptEnabled: boolean): Promise<Page> {
      const page = await newPageOf(browser, { javaScriptEnabled, viewport: { width: 320, height: 640 } });
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          complaints.push(message.text());
      });
      await page.goto(link);
      return page;
    }

    /** Everybody can use it, also where little fits on a line. */
    async function expectAccessible(page: Page, hasScripts = true): Promise<void> {
      // axe is a script itself.
      if (hasScripts) expect(await violationsOn(page), await page.title()).to.deep.equal([]);
      expect(complaints).to.deep.equal([]);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width, `${await page.title()} is as wide as a small screen`).to.equal(320);
    }

    for (const hasScripts of [false, true])
      describe(hasScripts ? 'with scripts' : 'without scripts', () => {
        const suffix = hasScripts ? 'with' : 'without';
        const address = `grace.${suffix}@example.com`;
        let page: Page;
        let channelId: number;
        let groupId: number;

        before(async () => {
          const name = `library ${suffix}`;
          channelId = await things.channel.make(owner, { name });
          groupId = await things.group.make(owner, {
            name: `readers ${suffix}`,
            description: '',
            members: [owner.userId],
          });
          const terms = {
            stream_ids: [channelId],
            group_ids: [groupId],
            welcome_message_custom_text: 'Come **in**',
          };
          page = await pageAt(await invitedLink(address, terms), hasScripts);
        });
        after(() => page?.context().close());

        it('shows a form that everybody can use', async () => {
          expect(await page.title()).to.equal('Join Hansard – Hansard');
          expect(await page.getByLabel('E-mail address').inputValue()).to.equal(address);
          await expectAccessible(page, hasScripts);
        });

        it('leads to what was not taken, and keeps the rest', async () => {
          await page.getByLabel('Your name').fill('Grace Hopper');
          await page.getByLabel('A new password').fill('password');
          await page.getByLabel('Time zone').selectOption('Europe/Berlin');
          await page.keyboard.press('Enter');
          await page.getByRole('button').click();
          await page.waitForSelector('#faults');
          expect(await page.title()).to.equal('Error: Join Hansard – Hansard');
          await expectAccessible(page, hasScripts);
          expect(await page.evaluate('document.activeElement.className')).to.equal('faults');
          await page.keyboard.press('Tab');
          await page.keyboard.press('Enter');
          const field = page.getByLabel('A new password');
          expect(await page.evaluate('document.activeElement.id')).to.equal('password');
          expect(await field.getAttribute('aria-invalid')).to.equal('true');
          expect(await page.getByLabel('Your name').inputValue()).to.equal('Grace Hopper');
          expect(await page.getByLabel('Time zone').inputValue()).to.equal('Europe/Berlin');
          expect(await field.inputValue()).to.equal('');
        });

        it('ends with what comes next, by keyboard alone', async () => {
          await page.getByLabel('A new password').focus();
          await page.keyboard.type(PASSWORD);
          await page.keyboard.press('Enter');
          await page.waitForURL(/\/accounts\/joined/);
          expect(await page.getByRole('heading', { level: 1 }).textContent()).to.equal(
            'You have joined Hansard',
          );
          expect(await page.textContent('pre')).to.include(
            `http://chat.example.com:${port}/api/v1/fetch_api_key`,
          );
          await expectAccessible(page, hasScripts);
          await page.reload();
          expect(await page.title()).to.match(/^You have joined/);
        });

        it('has made an account that is subscribed, grouped and welcomed, of which the inviter is told', async () => {
          await hansard.settled();
          const grace = await hansard.login(address, PASSWORD);
          const { body: me } = await grace.get('/users/me');
          expect(me).to.include({ full_name: 'Grace Hopper', timezone: 'Europe/Berlin', role: 400 });
          const { subscriptions } = (await grace.get('/users/me/subscriptions')).body;
          expect((subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id)).to.deep.equal([
            channelId,
          ]);
          const { members } = (await grace.get(`/user_groups/${groupId}/members`)).body;
          expect(members).to.include(grace.userId);
          const directContentsOf = async (person: Person): Promise<readonly string[]> => {
            const newest = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['is', 'dm']] };
            const { messages } = (await person.get('/messages', newest)).body;
            return (messages as { content: string }[]).map(({ content }) => content);
          };
          expect(await directContentsOf(grace)).to.deep.equal(['<p>Come <strong>in</strong></p>']);
          expect((await directContentsOf(owner)).at(-1))
            .to.include('Grace Hopper')
            .and.include('has accepted your invitation');
        });
      });

    it('asks who comes by a link that many have for an address, and goes on from the mail', async () => {
      const { body } = await owner.post('/invites/multiuse');
      const page = await pageAt(body.invite_link as string, true);
      await expectAccessible(page);
      await page.getByRole('button').click();
      await page.waitForSelector('#faults');
      await expectAccessible(page);
      await page.getByLabel('Your e-mail address').fill('linus@example.com');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/accounts/confirmation_sent');
      await expectAccessible(page);
      await page.goto(await linkFor('linus@example.com'));
      await expectAccessible(page);
      await page.getByLabel('Your name').fill('Linus');
      await page.getByLabel('A new password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/accounts\/joined/);
      await hansard.login('linus@example.com', PASSWORD);
      await page.context().close();
    });

    it('says in the same way to everybody that a link cannot be used', async () => {
      const page = await pageAt(
        `http://chat.example.com:${port}/accounts/do_confirm/${'x'.repeat(32)}`,
        true,
      );
      expect(await page.title()).to.match(/^This invitation cannot be used/);
      await expectAccessible(page);
      await page.goto(`http://nobody.chat.example.com:${port}/join/x/`);
      expect(await page.title()).to.match(/^Nothing is here/);
      await expectAccessible(page);
      await page.context().close();
    });

    it('sends nobody the address of the page, whose end is a secret', async () => {
      const page = await pageAt(await invitedLink('referred@example.com'), true);
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      await page.getByRole('button').click();
      await page.waitForSelector('#faults');
      await page.reload();
      expect(requests.map((request) => request.resourceType())).to.include.members(['document', 'image']);
      for (const request of requests)
        expect((await request.headerValue('referer')) ?? '', request.url()).to.equal('');
      await page.context().close();
    });
  },
);
