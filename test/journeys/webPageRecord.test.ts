/** The record in the web page: views that are compared with the log, and built again. */
import { expect } from 'chai';
import { OWNER_EMAIL } from '../support/hansard.ts';
import { describeWebPage, faultsOf, PHONE, WebPages } from '../support/webPage.ts';

describeWebPage('the record in the web page', () => {
  let pages: WebPages;

  before(async () => {
    pages = await WebPages.start();
    const owner = await pages.hansard.owner();
    for (const content of ['One.', 'Two.', 'Three.'])
      await owner.post('/messages', { type: 'direct', to: [owner.userId], content });
  });
  after(() => pages?.stop());
  afterEach(() => expect(pages.faults.splice(0)).to.deep.equal([]));

  it('says of every view whether it matches the log', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/record/projections');
    const row = page.getByRole('row', { name: /^messages \d/ });
    await row.getByText('not yet').waitFor();
    await page.getByRole('button', { name: 'Verify all views' }).click();
    await page.getByRole('progressbar', { name: 'being compared' }).first().waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await row.getByText(/^\d+ documents match$/).waitFor();
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    expect(await page.getByText(/do not match|has failed/).count()).to.equal(0);
    await page.context().close();
  });

  it('builds a view again, on a phone too', async () => {
    const page = await pages.loggedIn(OWNER_EMAIL, '/record/projections', PHONE);
    const row = page.getByRole('row', { name: /^messages \d/ });
    await row.getByRole('button', { name: 'Build again' }).click();
    await row.getByText('level').waitFor();
    await row.getByRole('button', { name: 'Verify' }).click();
    await row.getByText(/^\d+ documents match$/).waitFor();
    expect(await faultsOf(page)).to.deep.equal([]);
    await page.goto(`${pages.origin}/record/log`);
    await page.locator('.events').getByText('verification').first().waitFor();
    await page.context().close();
  });
});
