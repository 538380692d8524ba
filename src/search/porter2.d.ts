declare module 'wink-porter2-stemmer' {
  /** The stem of an English word in small letters, by the second version of Porter's algorithm. */
  function stem(word: string): string;
  export = stem;
}
