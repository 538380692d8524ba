/** A number of things, in words: `1 person`, `2 people`. */
export const pluralText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
