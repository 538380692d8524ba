/** Amounts by key, such as bytes by address, and their sum. A key with nothing is forgotten. */
export class Tally {
  readonly #amounts = new Map<string, number>();
  #sum = 0;

  get sum(): number {
    return this.#sum;
  }

  of(key: string): number {
    return this.#amounts.get(key) ?? 0;
  }

  /** Adds an amount; a negative one takes away. */
  add(key: string, amount: number): void {
    this.#sum += amount;
    const left = this.of(key) + amount;
    if (left > 0) this.#amounts.set(key, left);
    else this.#amounts.delete(key);
  }
}
