/**
 * Lists as people indent them. CommonMark wants an item of an inner list below the text of the outer one, which is three
 * columns behind `9.` and four behind `10.`; here two are enough in an ordered list.
 */
import { list } from 'micromark-core-commonmark';
import type {
  Code,
  Construct,
  Effects,
  Event,
  Extension as SyntaxExtension,
  State,
  TokenizeContext,
} from 'micromark-util-types';

/** What the tokenizer knows of an open list. */
interface OpenList {
  readonly type?: string;
  /** Columns that belong to the text of the item. */
  size?: number;
  /** Columns in front of the marker of the item. */
  outset?: number;
}

const LEAST_INDENT = 2;

const codeOf = (sign: string): number => sign.charCodeAt(0);
const BULLETS: ReadonlySet<Code> = new Set(Array.from('-+*', codeOf));
const ONE = codeOf('1');
const AFTER_NUMBER: ReadonlySet<Code> = new Set(Array.from('.)', codeOf));

const isSpace = (code: Code): boolean => code === -2 || code === -1 || code === 32;

/** Spaces that are enough for an inner list but not for CommonMark, then a bullet or the number one. */
const innerItem: Construct = {
  partial: true,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const { size = 0, outset = 0 } = this.containerState as OpenList;
    let columns = 0;
    const consume = (code: Code, then: State): State => {
      effects.consume(code);
      return then;
    };
    const indent: State = (code) => {
      if (isSpace(code) && columns < size) {
        columns += 1;
        return consume(code, indent);
      }
      if (columns < outset + LEAST_INDENT || columns >= size) return leave(nok)(code);
      if (BULLETS.has(code)) return consume(code, gap);
      return code === ONE ? consume(code, dot) : leave(nok)(code);
    };
    const dot: State = (code) => (AFTER_NUMBER.has(code) ? consume(code, gap) : leave(nok)(code));
    const gap: State = (code) => {
      if (!isSpace(code)) return leave(nok)(code);
      (this.containerState as OpenList).size = columns;
      return leave(ok)(code);
    };
    const leave =
      (state: State): State =>
      (code) => {
        effects.exit('linePrefix');
        return state(code);
      };
    return (code) => {
      if (!isSpace(code)) return nok(code);
      effects.enter('linePrefix');
      return indent(code);
    };
  },
};

/** Types of tokens that hold blocks. */
const CONTAINERS: ReadonlySet<string | undefined> = new Set(['blockQuote', 'listOrdered', 'listUnordered']);

/** Columns in front of the marker that was read last. */
function outsetIn(events: readonly Event[]): number {
  const at = events.findLastIndex(([way, { type }]) => way === 'enter' && type === 'listItemPrefix');
  const before = CONTAINERS.has(events[at - 1]?.[1].type) ? events[at - 2] : events[at - 1];
  return before?.[1].type === 'linePrefix' ? before[2].sliceSerialize(before[1], true).length : 0;
}

const afterPrefix =
  (context: TokenizeContext, then: State): State =>
  (code) => {
    const [, last] = context.events.at(-1) ?? [];
    if (last?.type === 'listItemPrefix')
      (context.containerState as OpenList).outset = outsetIn(context.events);
    return then(code);
  };

const continuation = list.continuation as Construct;

const chatList: Construct = {
  ...list,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return list.tokenize.call(this, effects, afterPrefix(this, ok), nok);
  },
  continuation: {
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      const asEver = continuation.tokenize.call(this, effects, afterPrefix(this, ok), nok);
      const { type } = this.containerState as OpenList;
      return type === 'listOrdered' ? effects.check(innerItem, asEver, asEver) : asEver;
    },
  },
};

/** Teaches the tokenizer to nest lists by two columns. */
export const listSyntax: SyntaxExtension = {
  document: Object.fromEntries(Array.from('*+-0123456789', (sign) => [codeOf(sign), chatList])),
};
