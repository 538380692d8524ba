/**
 * Response fields that are JSON text already: listings are kept as buffers and never serialised per request.
 */
export class ReadyAnswer {
  /** Members of the response object without its braces: `"members":[`, `{…},{…}`, `]`. */
  readonly parts: readonly Buffer[];
  /** Quoted entity tag of these bytes, if a client may ask whether they changed. */
  readonly etag: string | undefined;
  /** Members before the parts that are not written down yet. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(parts: readonly Buffer[], etag?: string, fields: Readonly<Record<string, unknown>> = {}) {
    this.parts = parts;
    this.etag = etag;
    this.fields = fields;
  }
}
