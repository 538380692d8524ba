/** Long texts as people write them, each of as many characters as a message can have, one for each construct. */

const LENGTH = 10_000;

/** As many parts as fit, each in its line or paragraph according to `between`. */
function filled(piece: (index: number) => string, between = '\n'): string {
  let text = piece(0);
  for (let index = 1; ; index += 1) {
    const longer = `${text}${between}${piece(index)}`;
    if (longer.length > LENGTH) return text.padEnd(LENGTH, '.');
    text = longer;
  }
}

const WORDS = 'the quick brown fox jumps over the lazy dog'.split(' ');
const words = (index: number, count = 9): string =>
  Array.from({ length: count }, (_, at) => WORDS[(index + at * 4) % WORDS.length]).join(' ');
const wrapped = (before: string, after = before) =>
  filled((index) => `${words(index, 3)} ${before}${words(index, 2)}${after}, ${words(index, 4)}.`, ' ');
const FORMULA = String.raw`\sum_{i=1}^n x_i^2 \le \frac{a}{b}`;
const FORMULAS = [
  String.raw`e^{i\pi} + 1 = 0`,
  String.raw`\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}`,
  String.raw`f(x) = \begin{cases} 1 & x > 0 \\ 0 & x \le 0 \end{cases}`,
  String.raw`\lim_{n \to \infty} \left(1 + \frac{1}{n}\right)^n = e`,
  'x',
];
const formula = (index: number): string => FORMULAS[index % FORMULAS.length] ?? '';
const fence = (language: string, code: string): string =>
  `\`\`\`${language}\n${filled(() => code).slice(0, LENGTH - 20)}\n\`\`\``;

/** Each name with the maker of its text. */
export const ordinaryTexts: Readonly<Record<string, () => string>> = {
  'words in one paragraph': () => filled(words, ' '),
  'words in lines': () => filled(words),
  'words in paragraphs': () => filled(words, '\n\n'),
  'a word a line': () => filled((index) => words(index, 1)),
  'Japanese without spaces': () =>
    filled(() => 'これは**「重要」**です。詳しくは「https://x.example/」を。', ''),
  Arabic: () => filled(() => 'هذا نص *مهم* جدا، انظر https://x.example/، شكرا.', ' '),
  emphasis: () => wrapped('*'),
  'strong emphasis': () => wrapped('**'),
  'emphasis by underscores': () => wrapped('_'),
  'names with underscores': () => filled((index) => `self.__init__(snake_case_${index}, __name__)`),
  'struck out words': () => wrapped('~~'),
  'figures with tildes': () => filled((index) => `open ${index}~${index + 10}`, ', '),
  'code in lines': () => wrapped('`'),
  links: () => filled((index) => `[${words(index, 2)}](https://x.example/${index} "so")`, ' '),
  'links by reference': () =>
    `${filled((index) => `[${words(index, 2)}][r${index % 5}]`, ' ').slice(0, 9000)}\n\n${[0, 1, 2, 3, 4].map((index) => `[r${index}]: https://x.example/${index}`).join('\n')}`,
  'bare links': () => filled((index) => `https://x.example/a/${index}?b=c&d=e`),
  'bare links in a line': () =>
    filled((index) => `see https://x.example/a/${index}, or www.x.example/${index}`, '; '),
  'addresses of people': () => filled((index) => `person.${index}@x.example`, ', '),
  pictures: () => filled((index) => `![${words(index, 2)}](https://x.example/${index}.png)`, ' '),
  'mentions of people': () => filled(() => '@**Ann Lee**: done', ', '),
  'links to topics': () => filled((index) => `#**a>topic ${index}**`, ' '),
  'emoji by name': () => filled(() => 'well done :tada: :thumbs_up_tone3:', ' '),
  'emoji as characters': () => filled(() => 'well done 🎉👍🏽', ' '),
  times: () => filled(() => '<time:2026-11-25T12:00:00Z>', ' and '),
  headings: () => filled((index) => `## ${words(index, 4)}\n\n${words(index)}.`, '\n\n'),
  rules: () => filled((index) => `${words(index)}\n\n---`, '\n\n'),
  'a list': () => filled((index) => `- ${words(index, 4)}`),
  'a list of letters': () => '- a\n'.repeat(1000),
  'a numbered list': () => filled((index) => `${index + 1}. ${words(index, 4)}`),
  'a list of tasks': () => filled((index) => `- [${index % 2 ? 'x' : ' '}] ${words(index, 4)}`),
  'a list of paragraphs': () => filled((index) => `- ${words(index)}`, '\n\n'),
  'nested lists': () =>
    filled((index) => `${'  '.repeat([0, 1, 2, 1, 2, 3][index % 6] ?? 0)}- ${words(index, 3)}`),
  'bullets in a numbered list': () =>
    filled((index) => `${index + 1}. ${words(index, 2)}\n  - ${words(index, 3)}`),
  'lists with emphasis and code': () =>
    filled((index) => `- **${words(index, 2)}**: \`${words(index, 1)}\` ${words(index, 3)}`),
  quotes: () => filled((index) => `> ${words(index)}`),
  'a quoted conversation': () => filled((index) => `${'> '.repeat(3 - (index % 4))}${words(index)}\n`),
  'answers to quotes': () => filled((index) => `> ${words(index)}\n\n${words(index + 1)}`, '\n\n'),
  'a fence of quotes': () => `\`\`\`quote\n${filled(words).slice(0, 9900)}\n\`\`\``,
  spoilers: () => filled((index) => `\`\`\`spoiler ${words(index, 2)}\n${words(index)}\n\`\`\``, '\n\n'),
  'a table': () =>
    `| a | b | c |\n|---|:-:|--:|\n${filled((index) => `| ${words(index, 2)} | ${index} | \`${words(index, 1)}\` |`).slice(0, 9900)}`,
  'code of no language': () => fence('', 'if (a < b && c[d] > *e) { return `${f}`; } // g_h_i'),
  'code in JavaScript': () => fence('js', 'if (a < b && c[d] > e) { return `${f}`; } // g_h_i'),
  'code in Python': () => fence('python', 'def f(self, *args, **kwargs):\n    return "\\n".join(args)  # so'),
  'code in JSON': () => fence('json', '{ "a": [1, 2, { "b": null }], "c": "d" },'),
  'many short fences': () => filled((index) => `\`\`\`js\nconst a = ${index};\n\`\`\``, '\n\n'),
  'indented code': () => filled((index) => `    ${words(index)}`),
  'a log': () =>
    filled((index) => `2026-11-25 12:00:${index} [INFO] <main> a.b.C$D: x=*y* (z_${index}) & "w"`),
  footnotes: () =>
    `${filled((index) => `${words(index)}[^${index % 9}]`, ' ').slice(0, 9600)}\n\n${Array.from({ length: 9 }, (_, index) => `[^${index}]: ${words(index, 3)}`).join('\n')}`,
  'HTML as text': () => filled((index) => `<p class="a">${words(index, 4)} &amp; <b>b</b></p>`),
  escapes: () => filled((index) => `${words(index, 2)} \\*no\\* \\_no\\_ \\[no\\]`, ' '),
  'formulas in lines': () => filled((index) => `${words(index, 3)} $$${formula(index)}$$`, ', '),
  'one formula again and again': () => filled(() => `$$${FORMULA}$$`, ' '),
  'formulas of one letter': () => filled(() => '$$x$$', ' '),
  'displayed formulas': () =>
    filled((index) => `${words(index)}:\n\n\`\`\`math\n${formula(index)}\n\`\`\``, '\n\n'),
  'an essay': () =>
    filled(
      (index) =>
        `### ${words(index, 3)}\n\n${words(index, 20)} **${words(index, 2)}** and *${words(index, 1)}*, see [this](https://x.example/${index}).\n\n- ${words(index, 5)}\n- \`${words(index, 2)}\`\n\n> ${words(index)}`,
      '\n\n',
    ),
};
