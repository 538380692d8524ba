/** HTML made of texts: everything inserted is escaped, unless it was made here. */

/** Safe HTML. Only `html` makes one, so that no text can become a tag by mistake. */
export class Html {
  readonly source: string;

  private constructor(source: string) {
    this.source = source;
  }

  static of(strings: readonly string[], pieces: readonly HtmlValue[]): Html {
    return new Html(strings.map((text, index) => text + sourceOf(pieces[index])).join(''));
  }
}

/** A value that a template accepts; undefined inserts nothing. */
type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/** A template of HTML. Texts may stand between tags and in attributes with quotes. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly HtmlValue[]): Html =>
  Html.of(strings, pieces);

/** A text escaped for HTML between tags. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text escaped for HTML, also between quotes. */
export const escapeHtml = (text: string): string =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#x27;');

const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
  ['nbsp', ' '],
]);

/** The text that HTML or XML writes with entities; unknown ones stay. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (entity, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? entity;
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
    },
  );

function sourceOf(piece: HtmlValue): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.source;
  return Array.isArray(piece) ? piece.map(sourceOf).join('') : escapeHtml(String(piece));
}
