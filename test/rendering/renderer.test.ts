import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { NotReady, Refused } from '../../src/base/errors.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { createRenderer } from '../../src/rendering/renderer.ts';
import type { Renderer } from '../../src/rendering/renderer.ts';
import type { Requester } from '../../src/base/concurrency.ts';
import { TestClock } from '../support/testClock.ts';

const DIRECTORY = { ...EMPTY_DIRECTORY, users: [{ id: 5, name: 'Ann Lee', active: true }] };

const [ANN, BOB] = [5, 6].map((ownerId) => ({ organizationId: 1, ownerId })) as [Requester, Requester];

/** Minutes of work for the parser. */
const ENDLESS = '*a_'.repeat(20_000);

const failure = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the renderer', () => {
  let renderer: Renderer;
  before(() => {
    renderer = createRenderer({ clock: systemClock, timeLimit: 1000 });
  });
  after(() => renderer.close());

  it('renders Markdown and tells who is mentioned', async () => {
    expect(await renderer.render('*Hello* @**Ann Lee**', DIRECTORY, ANN)).to.deep.equal({
      html: '<p><em>Hello</em> <span class="user-mention" data-user-id="5">@Ann Lee</span></p>',
      mentionedUserIds: [5],
      mentionedGroupIds: [],
      wildcards: [],
      links: [],
    });
  });

  it('renders text without markup as it is', async () => {
    expect((await renderer.render('Hello there', DIRECTORY, ANN)).html).to.equal('<p>Hello there</p>');
  });

  it('gives each of many texts its own HTML', async () => {
    await renderer.warm();
    const answers = Array.from({ length: 200 }, (_, n) => renderer.render(`*${n}*`, DIRECTORY, ANN));
    const html = (await Promise.all(answers)).map((answer) => answer.html);
    expect(html).to.deep.equal(html.map((_, n) => `<p><em>${n}</em></p>`));
  });

  it('refuses what is too deep, too large or too wordy', async () => {
    const wordy = `[a]: https://a.b/${'b'.repeat(500)}\n\n${'[a]'.repeat(300)}`;
    const wide = `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'a\n'.repeat(30)}`;
    for (const source of ['>'.repeat(100), '- a\n'.repeat(2100), wordy, wide]) {
      const error = await failure(renderer.render(source, DIRECTORY, ANN));
      expect(error).to.be.instanceOf(Refused).with.property('message', 'Unable to render message');
      expect(error).to.have.property('code', 'BAD_REQUEST');
    }
  });

  it('shows a thousand emoji as elements, and leaves more of them characters', async () => {
    const shown = async (source: string) =>
      (await renderer.render(source, DIRECTORY, ANN)).html.match(/<span/g)?.length;
    for (const emoji of ['🍋', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '⏯️', ':x:', '\u{23ed}\ufe0f'])
      expect(await shown(`${emoji} `.repeat(1000)), emoji).to.equal(1000);
    expect(await shown('&#x1F34B;')).to.equal(1);
    expect((await renderer.render('🍋'.repeat(10_000), DIRECTORY, ANN)).html).to.equal(
      `<p>${'🍋'.repeat(10_000)}</p>`,
    );
  });

  it('refuses what does not end, and renders what was behind it', async () => {
    const answers = [
      failure(renderer.render(ENDLESS, DIRECTORY, ANN)),
      renderer.render('# a '.repeat(200), DIRECTORY, ANN),
    ];
    const [error] = await Promise.allSettled(answers);
    expect(error).to.have.property('value').that.is.instanceOf(Refused);
    await renderer.warm();
    expect((await renderer.render('*still* here', DIRECTORY, ANN)).html).to.equal(
      '<p><em>still</em> here</p>',
    );
  });
});

describe('a renderer of what many write', () => {
  /** A long text: some milliseconds of work. */
  const LONG = 'a *long* text. '.repeat(60);

  it('lets who has written what does not end wait apart from the others', async () => {
    const renderer = createRenderer({ clock: systemClock, timeLimit: 1000 });
    await renderer.render(LONG, DIRECTORY, BOB);
    expect(await failure(renderer.render(ENDLESS, DIRECTORY, ANN))).to.be.instanceOf(Refused);
    await renderer.render(LONG, DIRECTORY, BOB);
    let isOver = false;
    const endless = failure(renderer.render(ENDLESS, DIRECTORY, ANN)).then(() => (isOver = true));
    for (let round = 0; round < 5; round += 1) await renderer.render(LONG, DIRECTORY, BOB);
    expect(isOver).to.equal(false);
    await endless;
    await renderer.close();
  });

  it('sends nobody of a crowd away while it goes on', async () => {
    const clock = new TestClock();
    const renderer = createRenderer({ clock, timeLimit: 300 });
    await renderer.render(LONG, DIRECTORY, ANN);
    const outcomes: unknown[] = [];
    const answers = Array.from({ length: 30 }, () => failure(renderer.render(LONG, DIRECTORY, BOB)));
    for (const answer of answers) {
      outcomes.push(await answer);
      await clock.advance(50);
    }
    expect(new Set(outcomes)).to.deep.equal(new Set([undefined]));
    await renderer.close();
  });
});

describe('a crowded renderer', () => {
  it('turns away what does not fit into its queue', async () => {
    const renderer = createRenderer({ clock: systemClock, queueLimit: 2 });
    const answers = ['*a*', '*b*', '*c*'].map((source) => failure(renderer.render(source, DIRECTORY, ANN)));
    const errors = await Promise.all(answers);
    await renderer.close();
    expect(errors.slice(0, 2)).to.deep.equal([undefined, undefined]);
    expect(errors[2]).to.be.instanceOf(NotReady);
  });

  it('answers those who wait when it is closed, and those who come later', async () => {
    const renderer = createRenderer({ clock: systemClock });
    const waiting = failure(renderer.render('*a*', DIRECTORY, ANN));
    await renderer.close();
    expect(await waiting).to.be.instanceOf(NotReady);
    expect(await failure(renderer.render('*a*', DIRECTORY, ANN))).to.be.instanceOf(NotReady);
  });
});
