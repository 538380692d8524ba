/** The Markdown dialect: CommonMark and GFM, adapted to chats, with this server's inline syntax. */
import type { Root } from 'mdast';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import { combineExtensions } from 'micromark-util-combine-extensions';
import type { Construct, Extension as SyntaxExtension } from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Processor } from 'unified';
import { aroundBareLinks, withoutBareLinks, withShorterBareLinks } from './bareLinks.ts';
import { listSyntax } from './lists.ts';
import { spanSyntax, spanTree } from './spanSyntax.ts';

/** `10~20 and 30~40` are ranges: strikethrough takes two tildes. */
const STRIKETHROUGH = { singleTilde: false };

/** HTML is shown as text; a line below a text does not make it a heading. */
const NOT_READ = ['htmlFlow', 'htmlText', 'setextUnderline'];

const UNDERSCORE = '_'.charCodeAt(0);

/** `__init__` is a name: one underscore means emphasis, several are plain characters. */
const underscores: Construct = {
  name: 'underscores',
  tokenize: (effects, ok, nok) => {
    let count = 0;
    return function underscore(code) {
      if (code === UNDERSCORE) {
        if (count === 0) effects.enter('data');
        count += 1;
        effects.consume(code);
        return underscore;
      }
      if (count === 0) return nok(code);
      effects.exit('data');
      return count > 1 ? ok(code) : nok(code);
    };
  },
};

const OWN_SYNTAX: readonly SyntaxExtension[] = [
  // Scripts without spaces have emphasis between letters and next to their punctuation.
  cjkFriendlyExtension(),
  gfmStrikethroughCjkFriendly(STRIKETHROUGH),
  listSyntax,
  spanSyntax,
  { text: { [UNDERSCORE]: underscores }, disable: { null: NOT_READ } },
];

/** Added to what remark-gfm has set up; its bare links are replaced, because it has no option for them. */
const chatSyntax = (bareLinks: (extension: SyntaxExtension) => SyntaxExtension) =>
  function addSyntax(this: Processor): void {
    const data = this.data();
    // Combined once: the parser would do it again for every text, for a sixteenth of its time.
    data.micromarkExtensions = [
      combineExtensions([...(data.micromarkExtensions ?? []).map(bareLinks), ...OWN_SYNTAX]),
    ];
    data.fromMarkdownExtensions = [
      combined([...aroundBareLinks(data.fromMarkdownExtensions ?? []), spanTree]),
    ];
  };

/** Several extensions of trees as one; of two handlers for the same token the later one counts. */
function combined(extensions: readonly (TreeExtension | TreeExtension[])[]): TreeExtension {
  const all = extensions.flat();
  return {
    canContainEols: all.flatMap(({ canContainEols }) => canContainEols ?? []),
    transforms: all.flatMap(({ transforms }) => transforms ?? []),
    enter: Object.assign({}, ...all.map(({ enter }) => enter)) as NonNullable<TreeExtension['enter']>,
    exit: Object.assign({}, ...all.map(({ exit }) => exit)) as NonNullable<TreeExtension['exit']>,
  };
}

const parserWith = (bareLinks: (extension: SyntaxExtension) => SyntaxExtension) =>
  unified().use(remarkParse).use(remarkGfm, STRIKETHROUGH).use(chatSyntax(bareLinks)).freeze();

const parser = parserWith(withShorterBareLinks);
/** Bare links take a third of the parser's time, and few messages have one. */
const parserWithoutBareLinks = parserWith(withoutBareLinks);

/** An address, a URL, or what could become one after decoding escapes and character references. */
const MAY_LINK = /[\w.+-]@|www\.|:\/\/|[&\\]/i;

/** The syntax tree of a text. */
export const parseMarkdown = (source: string): Root =>
  (MAY_LINK.test(source) ? parser : parserWithoutBareLinks).parse(source);
