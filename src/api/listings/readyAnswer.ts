/**
 * Response fields that are JSON text already: listings are kept as buffers and never serialised per request.
 */
export class ReadyAnswer {
  /** Members of the response object without its braces: `"members":[`, `{…},{…}`, `]`. */
  readonly parts: readonly Buffer[];
  /** Quoted entity tag of these bytes, if a client may ask whether they changed. */
  readonly etag: string | undefined;

  constructor(parts: readonly Buffer[], etag?: string) {
    this.parts = parts;
    this.etag = etag;
  }
}
