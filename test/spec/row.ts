/**
 * The promises of the interface as rows that prove themselves. A row is a story of requests, written with names in
 * braces where only a run knows the value (`{channel}`, see `scene.ts`), and what their answers must show:
 *
 *     parameter('type', '`channel` is another word for `stream`', [
 *       member('POST /messages', { type: 'channel', to: '{channel}', topic: 'logo', content: 'hi' }).keeps({ id: 'id' }),
 *       member('GET /messages/{id}').shows({ 'message.type': 'stream' }),
 *     ])
 *
 * `docs/generated/contract.md` is printed from the same rows (`scripts/contractMarkdown.ts`).
 */

/** Who sends a request: one of the cast, somebody new for the row (`user`), who has left (`leaver`), a bot, or nobody. */
export type Caller =
  | 'owner'
  | 'administrator'
  | 'moderator'
  | 'member'
  | 'guest'
  | 'bot'
  | 'webhook'
  | 'user'
  | 'leaver'
  | 'anonymous'
  | 'receiver'
  | 'time';

/** A value that is known by its kind only; `text` says in the page what is demanded. */
export class Demand {
  readonly text: string;
  readonly #holds: (value: unknown) => boolean;

  constructor(text: string, holds: (value: unknown) => boolean) {
    this.text = text;
    this.#holds = holds;
  }

  accepts(value: unknown): boolean {
    return this.#holds(value);
  }
}

export const integer = new Demand('an integer', (value) => Number.isSafeInteger(value));
export const text = new Demand('a string', (value) => typeof value === 'string');
export const absent = new Demand('absent', (value) => value === undefined);
export const matching = (pattern: RegExp): Demand =>
  new Demand(`like ${pattern.source}`, (value) => typeof value === 'string' && pattern.test(value));
/** A list with this element, whatever else is in it. */
export const including = (element: unknown): Including => new Including(element);
/** A list without this element. */
export const lacking = (element: unknown): Including => new Including(element, false);

export class Including {
  readonly element: unknown;
  readonly isIn: boolean;

  constructor(element: unknown, isIn = true) {
    this.element = element;
    this.isIn = isIn;
  }
}

/** Path in the body → value there; names in braces are filled in. */
export type Shown = Readonly<Record<string, unknown>>;

interface Expected {
  readonly status: number;
  readonly shown: Shown;
  /** Header → value. */
  readonly headers: Shown;
}

/** What a step is made of. */
type Parts = {
  readonly [Key in keyof Step as Step[Key] extends (...values: never) => Step ? never : Key]: Step[Key];
};

/** One request of a row's story. */
export class Step {
  readonly caller: Caller;
  readonly request: string;
  readonly fields: Shown;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of files that go along, of those in `pictures.ts`. */
  readonly files: readonly string[];
  /** Without it the request only has to succeed. */
  readonly expected: Expected | undefined;
  /** Name → path in the body whose value later steps use under it. */
  readonly kept: Readonly<Record<string, string>>;
  /** How many events come of it, where that is asserted. */
  readonly events: number | undefined;

  constructor(parts: Parts) {
    this.caller = parts.caller;
    this.request = parts.request;
    this.fields = parts.fields;
    this.headers = parts.headers;
    this.files = parts.files;
    this.expected = parts.expected;
    this.kept = parts.kept;
    this.events = parts.events;
  }

  /** The answer is a success with these values. */
  shows(shown: Shown = {}): Step {
    return this.answers(200, { result: 'success', ...shown });
  }

  /** The answer is this refusal. */
  refused(code: string | Demand, msg: string | Demand, extra: Shown = {}, status = 400): Step {
    return this.answers(status, { result: 'error', code, msg, ...extra });
  }

  /** The answer has this status, and these values. */
  answers(status: number, shown: Shown = {}): Step {
    return new Step({ ...this, expected: { status, shown, headers: this.expected?.headers ?? {} } });
  }

  /** The answer, whose status was said before, has these headers. */
  hasHeaders(headers: Shown): Step {
    const { status, shown } = this.expected ?? { status: 200, shown: {} };
    return new Step({ ...this, expected: { status, shown, headers } });
  }

  /** So many events come of it. */
  records(events: number): Step {
    return new Step({ ...this, events });
  }

  /** Remembers values of the answer for later steps. */
  keeps(kept: Readonly<Record<string, string>>): Step {
    return new Step({ ...this, kept });
  }

  with(headers: Readonly<Record<string, string>>): Step {
    return new Step({ ...this, headers });
  }

  uploads(...files: readonly string[]): Step {
    return new Step({ ...this, files });
  }
}

const by =
  (caller: Caller) =>
  (request: string, fields: Shown = {}): Step =>
    new Step({
      caller,
      request,
      fields,
      headers: {},
      files: [],
      expected: undefined,
      kept: {},
      events: undefined,
    });

export const owner = by('owner');
export const administrator = by('administrator');
export const moderator = by('moderator');
export const member = by('member');
export const guest = by('guest');
export const bot = by('bot');
export const webhook = by('webhook');
export const user = by('user');
export const leaver = by('leaver');
export const anonymous = by('anonymous');
/** What the receiver of `{hook}`, an outgoing webhook, was told last. */
export const receiver = by('receiver');
/** Time passes; for chapters on a server of their own. */
export const later = (seconds: number): Step => by('time')(`${seconds} seconds later`);

/** What a row is about. */
export type Subject = 'parameter' | 'field' | 'error' | 'rule';

export interface Row {
  readonly subject: Subject;
  /** Of the parameter, field (`members[].email`) or code; empty for a rule. */
  readonly name: string;
  /** A sentence in the present tense. */
  readonly promise: string;
  readonly steps: readonly Step[];
}

/** The promises about one endpoint, or about all of them. */
export interface Chapter {
  /** `POST /messages`, or words where it is about more than one route. */
  readonly about: string;
  /** The file of its rows. */
  readonly file: string;
  /** Environment of a server of its own, for rows that change what others rest on; else all share one. */
  readonly server?: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

const rowAbout =
  (subject: Subject) =>
  (name: string, promise: string, steps: readonly Step[]): Row => {
    if (steps.at(-1)?.expected === undefined)
      throw new Error(`Nothing is asserted at the end of: ${promise}`);
    return { subject, name, promise, steps };
  };

export const parameter = rowAbout('parameter');
export const field = rowAbout('field');
export const error = rowAbout('error');
export const rule = (promise: string, steps: readonly Step[]): Row => rowAbout('rule')('', promise, steps);

/** The refusal of a request without a parameter that is required, for `refused`. */
export const missing = (name: string) =>
  ['REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name }] as const;

/** A row: nobody may make the request without logging in. */
export const asksForLogin = (request: string, fields: Shown = {}): Row =>
  error('UNAUTHORIZED', 'answers callers who are not logged in', [
    anonymous(request, fields).refused(
      'UNAUTHORIZED',
      'Missing authorization header for basic auth',
      {},
      401,
    ),
  ]);

/** The routes that a chapter names in what it is about: `GET /bots, POST /bots: who may`. */
export const routesOf = ({ about }: Chapter): readonly string[] =>
  [...about.matchAll(/\b[A-Z]+ \/[\w/:-]*\w/g)].map(([route]) => route);

/** The title of the row's test, which is how the page names it. */
export const titleOf = ({ subject, name, promise }: Row): string =>
  name === '' ? promise : `${subject} ${name}: ${promise}`;
