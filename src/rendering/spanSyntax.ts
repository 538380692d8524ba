/**
 * Inline syntax that a chat adds to Markdown, as a grammar extension: mentions, links to channels, emoji,
 * formulas and times. Because the tokenizer takes each as one thing, code, escapes and
 * links keep their meaning around it, and what a name contains is never taken for markup.
 */
import type { Data, Literal, Nodes } from 'mdast';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type {
  Code,
  Construct,
  Effects,
  State,
  Extension as SyntaxExtension,
  TokenizeContext,
} from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    chatSpan: 'chatSpan';
  }
}

/** A span in the trees of Markdown and HTML, until it is known what it stands for; `value` is its source. */
export interface ChatSpan extends Literal {
  type: 'chatSpan';
  /** Whether it stands in a quote, wherever it will be shown: footnotes of a quote are shown below it. */
  quoted?: true;
  data?: ChatSpanData;
}

interface ChatSpanData extends Data {
  /** Whether a formula is shown as MathML alone. */
  isBrief?: true;
}

declare module 'mdast' {
  interface RootContentMap {
    chatSpan: ChatSpan;
  }
  interface PhrasingContentMap {
    chatSpan: ChatSpan;
  }
}

declare module 'hast' {
  interface RootContentMap {
    chatSpan: ChatSpan;
  }
  interface ElementContentMap {
    chatSpan: ChatSpan;
  }
}

/** The syntax of one kind of span. */
interface SpanForm {
  readonly open: string;
  readonly close: string;
  /** Whether a character that ends no line may stand in it, after the one before. */
  readonly within: (code: number, last: Code) => boolean;
  readonly mayFollow?: (previous: Code) => boolean;
  readonly mayEndWith?: (last: Code) => boolean;
  /** There need not be anything in it. */
  readonly mayBeEmpty?: boolean;
}

/** The code of a character, as constructs of Markdown see it. */
export const codeOf = (sign: string): number => sign.charCodeAt(0);
export const codesOf = (signs: string): ReadonlySet<Code> => new Set(Array.from(signs, codeOf));
const noneOf = (signs: string) => {
  const excluded = codesOf(signs);
  return (code: number): boolean => !excluded.has(code);
};

const WHITESPACE = /\s/;
const SPACE = codeOf(' ');
const DOLLAR = codeOf('$');
const BACKSLASH = codeOf('\\');

/** Whether a span may begin after a character: at the start of the text (null), after whitespace and these signs. */
const after = (signs: string) => {
  const openers = codesOf(signs);
  return (code: Code): boolean =>
    code === null || code < 0 || openers.has(code) || WHITESPACE.test(String.fromCharCode(code));
};

const mention = { within: noneOf('*`'), mayFollow: after('\'"({[/<') };

const FORMS: readonly SpanForm[] = [
  { open: '@**', close: '**', ...mention },
  { open: '@_**', close: '**', ...mention },
  { open: '@*', close: '*', ...mention },
  { open: '@_*', close: '*', ...mention },
  { open: '#**', close: '**', within: noneOf('*'), mayFollow: after('\'"({[/<,:') },
  { open: ':', close: ':', within: (code) => /[\w+-]/.test(String.fromCharCode(code)) },
  // Without anything in it Markdown would take it for an address.
  { open: '<time:', close: '>', within: noneOf('<>'), mayBeEmpty: true },
  {
    open: '$$',
    close: '$$',
    within: (code, last) => code !== DOLLAR || last === BACKSLASH,
    mayFollow: (code) => code !== DOLLAR,
    mayEndWith: (code) => code !== SPACE,
  },
];

/** Opening, mostly at least one character, closing: all on one line. */
function tokenizer({ open, close, within, mayFollow, mayEndWith, mayBeEmpty }: SpanForm) {
  return function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const { previous } = this;
    let last: Code = null;

    const signs = (markup: string, then: State): State => {
      let matched = 0;
      return function sign(code) {
        if (matched === markup.length) return then(code);
        if (code !== codeOf(markup[matched] ?? '')) return nok(code);
        matched += 1;
        effects.consume(code);
        return sign;
      };
    };
    const stay = (code: Code): State => {
      last = code;
      effects.consume(code);
      return more;
    };
    const first: State = (code) => (belongs(code) ? stay(code) : nok(code));
    const more: State = (code) => {
      if (belongs(code)) return stay(code);
      return mayEndWith && !mayEndWith(last) ? nok(code) : closing(code);
    };
    const belongs = (code: Code): boolean => code !== null && code >= 0 && within(code, last);
    const closing = signs(close, (code) => {
      effects.exit('chatSpan');
      return ok(code);
    });
    const opening = signs(open, mayBeEmpty ? more : first);
    return (code) => {
      if (mayFollow && !mayFollow(previous)) return nok(code);
      effects.enter('chatSpan');
      return opening(code);
    };
  };
}

const constructs: Record<number, Construct[]> = {};
for (const form of FORMS)
  (constructs[codeOf(form.open)] ??= []).push({ name: 'chatSpan', tokenize: tokenizer(form) });

/** Teaches the tokenizer spans. */
export const spanSyntax: SyntaxExtension = { text: constructs };

/** Puts spans into the Markdown tree. */
export const spanTree: TreeExtension = {
  enter: {
    chatSpan(token) {
      this.enter({ type: 'chatSpan', value: this.sliceSerialize(token) }, token);
    },
  },
  exit: {
    chatSpan(token) {
      this.exit(token);
    },
  },
};

/** Carries a span from the Markdown tree to the HTML tree as it is. */
export const spanHandler = (_state: unknown, node: ChatSpan): ChatSpan => node;

/** Marks the spans that stand in quotes. */
export function markQuoted(node: Nodes, isInQuote = false): void {
  if (node.type === 'chatSpan' && isInQuote) node.quoted = true;
  if (!('children' in node)) return;
  for (const child of node.children) markQuoted(child, isInQuote || node.type === 'blockquote');
}
