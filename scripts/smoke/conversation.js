/** The requests of a smoke test, as the owner of an organization. */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const CHANNEL = 'smoke';

/** Messages of one run, and runs that one page of messages can show. */
const OF_A_RUN = 4;
const MOST_RUNS = 100;

/** Milliseconds. */
const LONGEST_ANSWER = 60_000;
const LONGEST_START = 180_000;

/** Of a text on a busy machine. */
const MOST_ATTEMPTS = 20;

const PICTURE = new URL('../../docs/pictures/conversation-desktop-light.png', import.meta.url);

const FENCE = '```ts\nconst answer: number = 6 * 7; // and a comment\n```';
const FORMULA = '```math\n\\int_0^1 x^2 \\, dx = \\frac{1}{3}\n```';

/** HTML → whether a server has rendered it so. */
const CODE = /<div class="codehilite"[^>]*>.*<span class="kd?">const<\/span>/s;
const MATH = /<span class="katex/;

/** Every kind of markup; not of the greatest length, which a busy machine may refuse to render. */
const LONG_TEXT = [
  '# Heading',
  ...Array.from(
    { length: 10 },
    (_, n) =>
      `${n + 1}. **bold** and *slanted* ~~struck~~ \`code\` with https://example.com/${n} and :smile: <${n}>`,
  ),
  '| a | b |\n|---|---|\n| *1* | [two](https://example.com/two) |',
  '> a quotation\n\nand $$e^{i\\pi} = -1$$ within a line',
  FENCE,
  FORMULA,
].join('\n\n');

const LONG = [/<h1>/, /<strong>bold<\/strong>/, /<table>/, /<blockquote>/, /<ol>/, /&lt;9&gt;/, CODE, MATH];

/** The actions of one person, who saves what they have read and compares it with what they read later. */
export class Conversation {
  #url;
  #owner;
  #credentials = '';
  /** Messages as JSON, by their order, and pictures with their thumbnails by URL. */
  #seen = '';

  /** `url` is the server's current URL. */
  constructor(url, owner) {
    this.#url = url;
    this.#owner = owner;
  }

  async ready() {
    const deadline = Date.now() + LONGEST_START;
    for (;;) {
      const state = await fetch(`${this.#url()}/health/ready`).catch((error) => error);
      if (state.status === 200) return;
      if (Date.now() > deadline)
        throw new Error(`The server does not get ready: ${state.message ?? (await state.text())}`);
      await pause(100);
    }
  }

  /** Whether browsers get the page with everything that it loads. */
  async hasPage() {
    const document = await (await this.#asked('GET', '/', undefined, { accept: 'text/html' })).text();
    const files = [...document.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, path]) => path);
    if (files.length === 0) throw new Error(`The web page loads nothing: ${document.slice(0, 300)}`);
    for (const path of files) await this.#bytes(path);
  }

  async logIn() {
    const { email, password } = this.#owner;
    const { api_key: key } = await this.#post('/fetch_api_key', { username: email, password });
    this.#credentials = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  }

  async hasEarlier(runs) {
    await this.#post('/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: CHANNEL }]) });
    const { messages } = await this.#everything();
    const expected = Math.min(runs, MOST_RUNS) * OF_A_RUN;
    if (messages.length < expected)
      throw new Error(`Earlier runs have sent ${expected} messages; ${messages.length} are left.`);
    this.#seen = JSON.stringify(await this.#everything());
  }

  async sendShortTexts() {
    await this.#send(FENCE, [CODE]);
    await this.#send(FORMULA, [MATH]);
  }

  async sendLongText() {
    await this.#send(LONG_TEXT, LONG);
  }

  async sendPicture() {
    const form = new FormData();
    const bytes = readFileSync(PICTURE);
    form.append('file', new Blob([bytes], { type: 'image/png' }), 'picture.png');
    const { url } = await this.#asked('POST', '/api/v1/user_uploads', form).then(jsonOf);
    if (!(await this.#bytes(url)).equals(bytes)) throw new Error(`${url} is not what was uploaded.`);
    await this.#send(`[picture](${url})`, [/<img src="[^"]*\/user_uploads\/thumbnail\//]);
    this.#seen = JSON.stringify(await this.#everything());
  }

  /** Whether messages, pictures and thumbnails are what they were. */
  async isUnchanged() {
    await this.ready();
    const now = JSON.stringify(await this.#everything());
    if (now === this.#seen) return;
    const at = [...now].findIndex((character, index) => character !== this.#seen[index]);
    throw new Error(`What was seen before differs: ${now.slice(Math.max(0, at - 100), at + 100)}`);
  }

  /** Messages of the channel, and the bytes of each thumbnail, as texts. */
  async #everything() {
    const narrow = encodeURIComponent(JSON.stringify([['channel', CHANNEL]]));
    const query = `anchor=newest&num_before=${OF_A_RUN * MOST_RUNS}&num_after=0&narrow=${narrow}`;
    const { messages } = await this.#asked('GET', `/api/v1/messages?${query}`).then(jsonOf);
    const thumbnails = [];
    for (const { content } of messages)
      for (const [, url] of content.matchAll(/<img src="([^"]*\/user_uploads\/thumbnail\/[^"]*)"/g)) {
        const bytes = await this.#bytes(url);
        if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
          throw new Error(`${url} is no picture.`);
        thumbnails.push(bytes.toString('base64'));
      }
    return { messages, thumbnails };
  }

  async #send(content, shows) {
    const { id } = await this.#sent({ type: 'channel', to: CHANNEL, topic: 'smoke', content });
    const { message } = await this.#asked('GET', `/api/v1/messages/${id}`).then(jsonOf);
    for (const pattern of shows)
      if (!pattern.test(message.content))
        throw new Error(`The message lacks ${pattern}: ${message.content.slice(0, 400)}`);
  }

  /** A text has so many milliseconds to be rendered in, whoever else has the processors: a busy machine gets more attempts. */
  async #sent(message) {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.#post('/messages', message);
      } catch (error) {
        const isBusy = loadavg()[0] > 2 * availableParallelism();
        if (!isBusy || attempt === MOST_ATTEMPTS || !/Unable to render/.test(error.message)) throw error;
      }
  }

  async #bytes(url) {
    return Buffer.from(await (await this.#asked('GET', url)).arrayBuffer());
  }

  async #post(path, fields) {
    return this.#asked('POST', `/api/v1${path}`, new URLSearchParams(fields)).then(jsonOf);
  }

  /** An answer with a status of success. */
  async #asked(method, path, body, headers = {}) {
    const answer = await fetch(`${this.#url()}${path}`, {
      method,
      headers: { ...(this.#credentials && { authorization: this.#credentials }), ...headers },
      ...(body && { body }),
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    });
    if (answer.ok) return answer;
    throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  }
}

const jsonOf = (answer) => answer.json();
