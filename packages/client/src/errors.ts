/** The server refused: repeating the same call gives the same answer, unless it states when to try again. */
export class Refusal extends Error {
  readonly status: number;
  /** The code for programs: `BAD_REQUEST`, `STREAM_DOES_NOT_EXIST` and so on; '' if the answer has none. */
  readonly code: string;
  /** All fields of the answer. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds after which the server asks to try again; undefined if it does not. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfter?: number) {
    super(typeof body['msg'] === 'string' ? body['msg'] : `The server answered with status ${status}.`);
    this.name = 'Refusal';
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : '';
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Whether the same call may succeed later: a limit, or a server that is not ready. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** There was no answer: whether the server received the call is not known. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'Unreachable';
  }
}

/** The error of an answer whose status is not a success. */
export function refusalOf({ status, headers }: Response, body: Readonly<Record<string, unknown>>): Refusal {
  const seconds = Number(headers.get('Retry-After') ?? body['retry-after'] ?? NaN);
  return new Refusal(status, body, Number.isFinite(seconds) ? seconds : undefined);
}
