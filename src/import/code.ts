/** Markdown whose code is left alone. */

/** A fenced block (closed, or up to the end), or a span between equally many backquotes. */
const CODE =
  /^([ \t>]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\2[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)(?:[^\n]|\n(?!\n))*?(?<!`)\3(?!`)/gm;

/** A fenced block that is no code: its first line, what is in it, its last line. */
const QUOTE =
  /^([ \t>]*(?:`{3,}|~{3,})[ \t]*(?:quote|spoiler)\b[^\n]*\n)([\s\S]*?)(\n[ \t>]*(?:`{3,}|~{3,})[ \t]*)?$/;

/** Converts what is not code; what is quoted by a fenced block is none. */
export function outsideCode(markdown: string, convert: (text: string) => string): string {
  let converted = '';
  let end = 0;
  for (const { 0: code, index } of markdown.matchAll(CODE)) {
    const [, opening, quoted = '', closing = ''] = QUOTE.exec(code) ?? [];
    const kept = opening === undefined ? code : opening + outsideCode(quoted, convert) + closing;
    converted += convert(markdown.slice(end, index)) + kept;
    end = index + code.length;
  }
  return converted + convert(markdown.slice(end));
}
