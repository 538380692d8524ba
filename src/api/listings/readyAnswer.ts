/**
 * Response fields that are already JSON text: listings are kept as buffers and never serialized per request.
 */
export class PreparedResponse {
  /** Members of the response object without its braces: `"members":[`, `{…},{…}`, `]`. */
  readonly parts: readonly Buffer[];
  /** Quoted entity tag of these bytes, if clients may revalidate them. */
  readonly etag: string | undefined;
  /** Members to serialize before the parts. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(parts: readonly Buffer[], etag?: string, fields: Readonly<Record<string, unknown>> = {}) {
    this.parts = parts;
    this.etag = etag;
    this.fields = fields;
  }
}
