/** What the log's server refuses this program at present, by request; each is reported once until it changes. */
export class RefusedRights {
  /** Called when a right is first refused, and when it is given back. */
  onRefused: (sentence: string) => void = () => {};
  onGranted: (request: string) => void = () => {};
  readonly #sentences = new Map<string, string>();

  /** The server has refused the request. */
  refuse(request: string, sentence: string): void {
    const isKnown = this.#sentences.get(request) === sentence;
    this.#sentences.set(request, sentence);
    if (!isKnown) this.onRefused(sentence);
  }

  /** The server has granted the request. */
  grant(request: string): void {
    if (this.#sentences.size > 0 && this.#sentences.delete(request)) this.onGranted(request);
  }

  /** A sentence for each refused request that is, or is not, the reading of the whole log. */
  sentences({ ofAll }: { readonly ofAll: boolean }): readonly string[] {
    return [...this.#sentences].flatMap(([request, sentence]) =>
      (request === 'read $all') === ofAll ? [sentence] : [],
    );
  }
}
