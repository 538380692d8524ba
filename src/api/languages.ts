/** Languages that people and organizations choose. */

/** Whether it is the code of a language, such as `en` or `pt-BR`. */
export function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined;
  } catch {
    return false;
  }
}
