/**
 * Texts of 10,000 characters (the longest that a message can be) which make a Markdown parser slow, deep or
 * wordy: nestings it must unwind, delimiters it must pair, look-aheads that fail late, output that outgrows input.
 */

const LENGTH = 10_000;

const cut = (text: string): string => text.slice(0, LENGTH);
const over = (piece: string, before = '', after = ''): string =>
  before +
  piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH - before.length - after.length) +
  after;
const half = (piece: string): string => over(piece).slice(0, LENGTH / 2);
const counted = (piece: (index: number) => string): string => {
  let text = '';
  for (let index = 0; text.length < LENGTH; index += 1) text += piece(index);
  return cut(text);
};
const table = (columns: number, row: string): string =>
  over(row, `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`);

/** Each name with the maker of its text. */
export type HostilePatterns = Readonly<Record<string, () => string>>;

const containers: HostilePatterns = {
  'nested quotes': () => over('>'),
  'nested quotes with spaces': () => over('> '),
  'quotes in lists': () => over('> - '),
  'lists in quotes': () => over('- > '),
  'nested ordered lists': () => over('1. '),
  'nested lists of dashes': () => over('- ', '', 'a'),
  'nested lists of plus signs': () => over('+ '),
  'lists of two kinds': () => over('* - '),
  'lists and quotes of all kinds': () => over('1. - > + * '),
  'quotes ninety deep on every line': () => over(`${'>'.repeat(90)}a\n`),
  'quotes fifty deep on every line': () => over(`${'> '.repeat(50)}a\n`),
  'quotes ten deep on every line': () => over(`${'>'.repeat(10)}a\n`),
  'quotes forty deep on a few lines': () => over(`${'x'.repeat(180)}\n`, `${'>'.repeat(40)}a\n`.repeat(40)),
  'lists forty-five deep on every line': () => over(`${'- '.repeat(45)}a\n`),
  'quotes that grow': () => counted((depth) => `${'>'.repeat(depth)} a\n`),
  'quotes that shrink': () => counted((depth) => `${'>'.repeat(Math.max(1, 100 - depth))} a\n`),
  'lists that grow by indentation': () => counted((depth) => `${' '.repeat(depth)}- a\n`),
  'lists that grow by two': () => counted((depth) => `${'  '.repeat(depth % 50)}- a\n`),
  'lazy lines under a deep quote': () => over('\na', '>'.repeat(59)),
  'lazy lines under a deep list': () => over('\na', '> - '.repeat(15)),
  'quotes with blank lines': () => over('>\n\n'),
  'list items': () => over('- a\n'),
  'loose list items': () => over('- a\n\n'),
  'empty list items': () => over('-\n'),
  'lists that change their sign': () => over('- a\n+ b\n'),
  'ordered list items': () => over('1) a\n'),
  'ordered lists with the largest number': () => over('999999999. a\n'),
  tasks: () => over('- [ ] a\n'),
  'list items of code': () => over('-     a\n'),
  'list items of fences': () => over('- ```\n'),
  'quoted list items': () => over('> - a\n'),
};

const blocks: HostilePatterns = {
  'a table of 500 columns and short rows': () => table(500, 'a\n'),
  'a table of 100 columns and short rows': () => table(100, 'a\n'),
  'a table of 50 columns and short rows': () => table(50, 'a\n'),
  'a table of one column': () => over('a\n', 'a|\n-|\n'),
  'a table of two thousand columns': () => cut(`${'|a'.repeat(2400)}|\n${'|-'.repeat(2400)}|`),
  'many tables': () => over('|a|b|\n|-|-|\n|c|d|\n\n'),
  'heads of tables without end': () => over('a|b\n-|-\n'),
  bars: () => over('|'),
  'bars and dashes': () => over('|-'),
  'escaped bars in a table': () => over('\\|', '|a|\n|-|\n|'),
  'a delimiter row that is none': () => over('|-', '|a|\n', '|x'),
  fences: () => over('```\n'),
  'fences that grow': () => counted((length) => `${'`'.repeat(length + 3)}\n`),
  'fences of tildes': () => over('~~~\na\n'),
  'a fence with a long name': () => over('a', '```'),
  'underlined headings': () => over('a\n=\n'),
  'headings underlined with a dash': () => over('a\n-\n'),
  headings: () => over('# a\n'),
  'a heading of number signs': () => over('# '),
  'a heading with many closings': () => over(' #', '# a'),
  'number signs': () => over('#'),
  rules: () => over('---\n'),
  'rules of stars': () => over('* * *\n'),
  lines: () => over('a\n'),
  paragraphs: () => over('a\n\n'),
  'blank lines': () => over('\n', 'a'),
  'hard breaks': () => over('a  \n'),
  'hard breaks by backslash': () => over('\\\n'),
  'spaces in a line': () => over(' ', 'a', 'b'),
  tabs: () => over('\t', 'a', 'b'),
  'indented code': () => over('    a\n\n'),
  'HTML blocks': () => over('<div>\n'),
};

const emphasis: HostilePatterns = {
  'stars around one letter': () => `${half('*').slice(1)}a${half('*')}`,
  stars: () => over('*'),
  'stars before letters': () => over('*a '),
  'stars after letters': () => over('a*'),
  'stars and underscores': () => over('*a_'),
  'stars and underscores without letters': () => over('*_'),
  underscores: () => over('_'),
  'underscores before letters': () => over('_a'),
  'underscores after letters': () => over('a _'),
  'double stars that never close': () => over('**a '),
  'double stars that never open': () => over('a** '),
  'single and double stars': () => over('*a **b '),
  'emphasis in strong emphasis': () => over('**a *b* '),
  'threefold stars': () => over('***a'),
  'nested emphasis': () => cut('*a **b '.repeat(700) + 'b** a*'.repeat(900)),
  'emphasis opened and closed': () => cut('*a'.repeat(2500) + 'a*'.repeat(2500)),
  'stars around full stops': () => over('*.*'),
  'stars beside ideographs': () => over('**漢**字'),
  tildes: () => over('~'),
  'tildes before letters': () => over('~a'),
  'double tildes before letters': () => over('~~a'),
  'single and double tildes': () => over('~a~~b'),
  'emphasis across links': () => over('[*a](b)*'),
  'emphasis around code': () => over('*`a*`'),
  backticks: () => over('`'),
  'backticks before letters': () => over('`a'),
  'double backticks before letters': () => over('``a'),
  'runs of backticks that grow': () => counted((length) => `${'`'.repeat(length)}a`),
};

const links: HostilePatterns = {
  'opening brackets': () => over('['),
  'closing brackets': () => over(']'),
  'opening, then closing brackets': () => half('[') + half(']'),
  'brackets around nothing': () => over('[]'),
  'links without end': () => over('[a]('),
  'links without a closing sign': () => over('[a](b'),
  'links with an open angle': () => over('[a](<b'),
  'links with open parentheses': () => over('[a](b('),
  'links with an open title': () => over('[a](b "c'),
  'links one after the other': () => over('[a](b)'),
  'links in links': () => cut('['.repeat(2000) + '](a)'.repeat(2000)),
  'images without end': () => over('![a]('),
  'images that open': () => over('!['),
  'images in images': () => cut('!['.repeat(2000) + '](a)'.repeat(1500)),
  'images in links': () => over('[![a](b)](c)'),
  'references to nothing': () => over('[a][b]'),
  'references to a long address': () => over('[a]', `[a]: ${'b'.repeat(2000)}\n\n`),
  'images of a long address': () => over('![a]', `[a]: https://a.b/${'b'.repeat(500)}\n\n`),
  definitions: () => counted((index) => `[${index}]: a\n`),
  'one definition again and again': () => over('[a]: b\n'),
  'definitions with an open angle': () => over('[a]: <'),
  'definitions with an open title': () => over('[a]: b "\n'),
  'a label with escapes': () => over('\\]', '['),
  'labels with escapes': () => over('[a\\]'),
  'calls of no footnote': () => over('[^1]'),
  'calls of one footnote': () => over('[^1]', '[^1]: a\n\n'),
  'a footnote again and again': () => over('[^1]: a\n'),
  'many footnotes': () => counted((index) => (index < 500 ? `[^${index}]` : `\n\n[^${index - 500}]: a`)),
  'footnotes in footnotes': () => over('[^1]: [^1]: '),
  'footnotes that call each other': () => counted((index) => `[^${index}]: [^${index + 1}]\n\n`),
  'footnotes that open': () => over('[^'),
};

const addresses: HostilePatterns = {
  'mailto runs': () => over('mailto:'),
  'mailto runs with addresses': () => over('mailto:a@'),
  'xmpp runs': () => over('xmpp:a@b.c/'),
  'www runs': () => over('www.'),
  'www runs with letters': () => over('www.a'),
  schemes: () => over('http://'),
  'addresses of pages': () => over('https://a.b '),
  'an address with closing parentheses': () => over(')', 'https://a.b/'),
  'an address with balanced parentheses': () => cut(`https://a.b/${half('(')}${half(')')}`),
  'an address with character references': () => over('&a;', 'https://a.b/'),
  'an address with punctuation at its end': () => over('?!.,:*_~', 'www.a.b'),
  'an address with exclamation marks': () => over('!', 'www.a.b'),
  'mail addresses': () => over('a@b.c '),
  'mail addresses without end': () => over('a@'),
  'mail addresses of dots': () => over('a.b@c.d.'),
  'a mail address with a long name': () => over('a', '', '@'),
  'mail addresses with underscores': () => over('_a@b'),
  'dots between letters': () => over('a.'),
  dashes: () => over('-', 'a'),
  'plus signs between letters': () => over('a+'),
  'open angles': () => over('<'),
  'open tags': () => over('<a b="'),
  'open comments': () => over('<!--'),
  'open character data': () => over('<![CDATA['),
  'open instructions': () => over('<?'),
  'mail addresses in angles': () => over('<a@b.c>'),
  'open addresses in angles': () => over('<http:'),
};

const characters: HostilePatterns = {
  ampersands: () => over('&'),
  'character references': () => over('&amp;'),
  'open character references': () => over('&#1'),
  'numeric character references': () => over('&#x1F600;'),
  'named character references that do not exist': () => over('&a'),
  backslashes: () => over('\\'),
  'escaped stars': () => over('\\*'),
  ideographs: () => over('漢*'),
  emoji: () => over('😀_'),
  'turned directions': () => over('\u202e*'),
  'half characters': () => over('\ud800*'),
  'combining marks': () => over('a\u0301*'),
  'no-break spaces': () => over('\u00a0*'),
  'control characters': () => over('\u0001`'),
  'less-than signs': () => over('< '),
  mentions: () => over('@**|1** '),
  'mentions of everybody': () => over('@**all** '),
  'mentions of nobody': () => over('@**a** '),
  'mentions without end': () => over('@**'),
  'silent mentions without end': () => over('@_**'),
  'mentions of groups without end': () => over('@*'),
  'a mention with a long name': () => over('a', '@**'),
  'a mention with many bars': () => over('|', '@**', '1**'),
};

/** All patterns, by family. */
export const hostilePatterns: Readonly<Record<string, HostilePatterns>> = {
  containers,
  blocks,
  emphasis,
  links,
  addresses,
  characters,
};
