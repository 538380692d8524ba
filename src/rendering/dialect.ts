/** Which Markdown is read: CommonMark and GFM, with what chats write otherwise, and what this server adds within a line. */
import type { Root } from 'mdast';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import type { Construct, Extension as SyntaxExtension } from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Processor } from 'unified';
import { aroundBareLinks, withoutBareLinks, withShorterBareLinks } from './bareLinks.ts';
import { listSyntax } from './lists.ts';
import { spanSyntax, spanTree } from './spanSyntax.ts';

/** `10~20 and 30~40` are figures: two tildes strike out. */
const STRIKETHROUGH = { singleTilde: false };

/** HTML is text; a line below a text is a line, and no heading of what stands above. */
const NOT_READ = ['htmlFlow', 'htmlText', 'setextUnderline'];

const UNDERSCORE = '_'.charCodeAt(0);

/** `__init__` is a name: one underscore emphasises, several together are themselves. */
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

/** Adds to what remark-gfm has put there, whose bare links are changed; it has no switch for them. */
const chatSyntax = (bareLinks: (extension: SyntaxExtension) => SyntaxExtension) =>
  function addSyntax(this: Processor): void {
    const data = this.data();
    data.micromarkExtensions = [...(data.micromarkExtensions ?? []).map(bareLinks), ...OWN_SYNTAX];
    data.fromMarkdownExtensions = [...aroundBareLinks(data.fromMarkdownExtensions ?? []), spanTree];
  };

const parserWith = (bareLinks: (extension: SyntaxExtension) => SyntaxExtension) =>
  unified().use(remarkParse).use(remarkGfm, STRIKETHROUGH).use(chatSyntax(bareLinks)).freeze();

const parser = parserWith(withShorterBareLinks);
/** Looking for bare links takes a third of the parser's time, and few messages have one. */
const parserWithoutBareLinks = parserWith(withoutBareLinks);

/** An address, a page, or what could become one once escapes and character references are read. */
const MAY_LINK = /[\w.+-]@|www\.|:\/\/|[&\\]/i;

/** The tree of a text. */
export const parsed = (source: string): Root =>
  (MAY_LINK.test(source) ? parser : parserWithoutBareLinks).parse(source);
