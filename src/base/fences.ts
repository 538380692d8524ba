/**
 * Fenced blocks of Markdown that hold text, which are quotes and spoilers. Fences nest in them: one with a language opens a
 * block of its own, and a bare one closes the innermost.
 */

interface OpenFence {
  /** Its signs, such as three backquotes. */
  readonly marks: string;
  /** False for code, in which nothing opens. */
  readonly holdsText: boolean;
}

/** Indentation, the signs, what follows. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})(.*)$/s;
const TEXT_LANGUAGE = /^[ \t]*(?:quote|spoiler)(?:\s|$)/;
/** Spaces that may stand before a fence which closes code. */
const MAX_INDENT = 3;

/** The open fences within one block of text, as its lines are read. */
export class NestedFences {
  readonly #indent: number;
  /** The outermost first. */
  readonly #open: OpenFence[];

  private constructor(indent: number, outermost: OpenFence) {
    this.#indent = indent;
    this.#open = [outermost];
  }

  /** Of the block that a line opens; undefined if it opens none, or one of code. */
  static openedBy(line: string): NestedFences | undefined {
    const [, indent = '', marks = '', rest = ''] = FENCE.exec(line) ?? [];
    if (marks === '' || !TEXT_LANGUAGE.test(rest) || !mayOpen(marks, rest)) return undefined;
    return new NestedFences(indent.length, { marks, holdsText: true });
  }

  /** Reads the next line of the block: true if it closes the block. */
  closes(line: string): boolean {
    const [, { length: indent } = '', marks = '', rest = ''] = FENCE.exec(line) ?? [];
    const innermost = this.#open.at(-1);
    if (marks === '' || innermost === undefined || indent > Math.max(MAX_INDENT, this.#indent)) return false;
    const isBare = rest.trim() === '';
    const isFlush = indent <= this.#indent;
    const closed = isBare && isFlush ? this.#textClosedBy(marks) : -1;
    if (closed >= 0) this.#open.length = closed;
    else if (!innermost.holdsText) {
      if (isBare && marks.startsWith(innermost.marks)) this.#open.pop();
    } else if (isFlush && mayOpen(marks, rest))
      this.#open.push({ marks, holdsText: TEXT_LANGUAGE.test(rest) });
    return closed === 0;
  }

  /**
   * The index of the text that a bare fence closes: the innermost block, or one around it with a longer fence, because clients
   * quote by a fence that is longer than all in the quoted message, which may have left its own open.
   */
  #textClosedBy(marks: string): number {
    const index = this.#open.findLastIndex((fence) => fence.holdsText && fence.marks === marks);
    return this.#open.slice(index + 1).every((inner) => inner.marks.length < marks.length) ? index : -1;
  }
}

const mayOpen = (marks: string, rest: string): boolean => marks.startsWith('~') || !rest.includes('`');

/** The parts of a block as written; `closing` is '' where it is left open. */
interface FencedText {
  readonly opening: string;
  readonly content: string;
  readonly closing: string;
}

/** The block of text that begins at a position of a source; in quotes by `>`, too. Undefined where none begins. */
export function fencedTextAt(source: string, start: number): FencedText | undefined {
  if (start > 0 && source[start - 1] !== '\n') return undefined;
  const [prefix = ''] = PREFIX.exec(source.slice(start, lineEnd(source, start))) ?? [];
  const from = lineEnd(source, start);
  const fences = NestedFences.openedBy(source.slice(start + prefix.length, from));
  if (!fences) return undefined;
  for (let at = from; at < source.length; at = lineEnd(source, at + 1)) {
    const end = lineEnd(source, at + 1);
    const line = source.slice(at + 1, end);
    if (fences.closes(line.startsWith(prefix) ? line.slice(prefix.length) : line))
      return {
        opening: source.slice(start, from),
        content: source.slice(from, at),
        closing: source.slice(at, end),
      };
  }
  return { opening: source.slice(start, from), content: source.slice(from), closing: '' };
}

/** Signs of quotes. */
const PREFIX = /^(?:[ \t]*>)*[ \t]*/;

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}
