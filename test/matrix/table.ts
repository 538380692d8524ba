/**
 * How the tables of the permission matrix are written: a request, and under the names of those who send it one line
 * for each kind of target. Nothing here or in the tables knows the server.
 */

/** Status and code of an answer; success has no code. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
}

/** The words of the tables. */
export const WORDS: Readonly<Record<string, Expected>> = {
  ok: { status: 200 },
  /** Not allowed, not there, or hidden: one answer for all of them. */
  no: { status: 400, code: 'BAD_REQUEST' },
  /** For administrators or owners. */
  admin: { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
  /** For bots. */
  bots: { status: 400, code: 'PERMISSION_DENIED' },
  /** For those who administer the channel. */
  chief: { status: 400, code: 'CANNOT_ADMINISTER_CHANNEL' },
  /** No such channel to send to. */
  none: { status: 400, code: 'STREAM_DOES_NOT_EXIST' },
  /** No such queue, or somebody else's: one answer for both. */
  queue: { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
  /** No device that can be pushed to. */
  unreached: { status: 400, code: 'NO_ACTIVE_PUSH_DEVICE' },
  /** A narrow that names what is not there, or is hidden. */
  narrow: { status: 400, code: 'BAD_NARROW' },
  /** No such page: the path has no such form. */
  path: { status: 404, code: 'BAD_REQUEST' },
  /** Not there, or somebody else's: one answer for both. */
  lost: { status: 404, code: 'BAD_REQUEST' },
  /** Deactivated. */
  gone: { status: 401, code: 'USER_DEACTIVATED' },
  /** Credentials of another organization. */
  key: { status: 401, code: 'INVALID_API_KEY' },
  /** No credentials. */
  login: { status: 401, code: 'UNAUTHORIZED' },
  /** No credentials, where some organizations do without. */
  public: { status: 401, code: 'UNAUTHENTICATED_USER' },
};

/** Who asks, in the order of the columns. */
export const COLUMNS = [
  'owner',
  'admin',
  'moderator',
  'member',
  'new',
  'guest',
  'bot',
  'gone',
  'other',
  'nobody',
] as const;

type Fields = Readonly<Record<string, unknown>>;

/** One line: the words for each column. */
export interface Line {
  readonly target: string;
  readonly words: ReadonlyMap<string, string>;
}

export interface Table {
  /** `PATCH /streams/{channel}`: names in braces are the cell's own (`scene.ts`). */
  readonly request: string;
  readonly fields: Fields;
  readonly lines: readonly Line[];
  /** A request of the same caller's before it, whatever it is answered. */
  readonly before: Request | undefined;
}

type Request = readonly [request: string, fields: Fields];

/** Reads a table; a name or word that is none of the above is a mistake in it. */
export function table(request: string, fields: Fields, text: string, before?: Request): Table {
  const [head = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  for (const column of head)
    check(
      request,
      column,
      COLUMNS.some((each) => each === column),
    );
  return {
    request,
    fields,
    before,
    lines: lines.map(([target = '', ...words]) => {
      check(request, target, words.length === head.length);
      for (const word of words) check(request, word, Object.hasOwn(WORDS, word));
      return { target, words: new Map(head.map((column, index) => [column, words[index]!])) };
    }),
  };
}

/** The same table for several requests, which are allowed to the same people. */
export const alike = (
  requests: readonly (readonly [...Request, before?: Request])[],
  text: string,
): readonly Table[] => requests.map(([request, fields, before]) => table(request, fields, text, before));

function check(request: string, word: string, holds: boolean): void {
  if (!holds) throw new Error(`The table of ${request} has a mistake at ${word}`);
}
