/** Markdown whose code is left alone. */

/** A fenced block (closed, or up to the end), or a span between equally many backquotes. */
const CODE =
  /^([ \t>]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\2[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)(?:[^\n]|\n(?!\n))*?(?<!`)\3(?!`)/gm;

/** Converts what is not code. */
export function outsideCode(markdown: string, convert: (text: string) => string): string {
  let converted = '';
  let end = 0;
  for (const { 0: code, index } of markdown.matchAll(CODE)) {
    converted += convert(markdown.slice(end, index)) + code;
    end = index + code.length;
  }
  return converted + convert(markdown.slice(end));
}
