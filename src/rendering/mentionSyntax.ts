/**
 * Mentions as a piece of Markdown's own grammar, from the first character to the span in the HTML
 * (spec/endpoint-details.md §20). Because the tokenizer takes a mention as one thing, code, escapes and links keep
 * their meaning around it, and what a name contains is never taken for markup.
 */
import type { Element, Properties, Root, RootContent } from 'hast';
import type { Literal } from 'mdast';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type {
  Code,
  Effects,
  Extension as SyntaxExtension,
  State,
  TokenizeContext,
} from 'micromark-util-types';
import { readMention } from './mentions.ts';
import type { ResolvedMention, WrittenMention } from './mentions.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mention: 'mention';
  }
}

/** A mention in the trees of Markdown and HTML, until it is known who is meant; `value` is its source. */
interface MentionNode extends Literal {
  type: 'mention';
}

declare module 'mdast' {
  interface RootContentMap {
    mention: MentionNode;
  }
  interface PhrasingContentMap {
    mention: MentionNode;
  }
}

declare module 'hast' {
  interface RootContentMap {
    mention: MentionNode;
  }
  interface ElementContentMap {
    mention: MentionNode;
  }
}

const AT = 64;
const UNDERSCORE = 95;
const ASTERISK = 42;
const BACKTICK = 96;

/** What may stand before a mention, besides the start of the text and whitespace. */
const OPENERS: ReadonlySet<Code> = new Set(Array.from('\'"({[/<', (sign) => sign.charCodeAt(0)));
const WHITESPACE = /\s/;

/** Line endings and tabs are negative codes; null is the start of the text. */
const mayPrecede = (code: Code): boolean =>
  code === null || code < 0 || OPENERS.has(code) || WHITESPACE.test(String.fromCharCode(code));

const endsName = (code: Code): boolean => code === null || code < 0 || code === ASTERISK || code === BACKTICK;

/** `@` `_`? then a name between one asterisk (group) or two (user, wildcard) on either side. */
function tokenizeMention(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { previous } = this;
  let asterisks = 0;
  let closing = 0;

  const start: State = (code) => {
    if (!mayPrecede(previous)) return nok(code);
    effects.enter('mention');
    effects.consume(code);
    return afterAt;
  };
  const afterAt: State = (code) => {
    if (code !== UNDERSCORE) return opening(code);
    effects.consume(code);
    return opening;
  };
  const opening: State = (code) => {
    if (code !== ASTERISK || asterisks === 2) return asterisks && !endsName(code) ? name(code) : nok(code);
    asterisks += 1;
    effects.consume(code);
    return opening;
  };
  const name: State = (code) => {
    if (code === ASTERISK) return close(code);
    if (endsName(code)) return nok(code);
    effects.consume(code);
    return name;
  };
  const close: State = (code) => {
    if (code !== ASTERISK) return nok(code);
    effects.consume(code);
    closing += 1;
    if (closing < asterisks) return close;
    effects.exit('mention');
    return ok;
  };
  return start;
}

/** Teaches the tokenizer mentions. */
export const mentionSyntax: SyntaxExtension = {
  text: { [AT]: { name: 'mention', tokenize: tokenizeMention } },
};

/** Puts mentions into the Markdown tree. */
export const mentionTree: TreeExtension = {
  enter: {
    mention(token) {
      this.enter({ type: 'mention', value: this.sliceSerialize(token) }, token);
    },
  },
  exit: {
    mention(token) {
      this.exit(token);
    },
  },
};

/** Carries a mention from the Markdown tree to the HTML tree as it is. */
export const mentionHandler = (_state: unknown, node: MentionNode): MentionNode => node;

/**
 * Puts what readers see in the place of each mention: a span, or the source where nobody is meant. In quotes mentions
 * are silent. Works on the HTML tree, so that exactly what is shown is returned: the mentions that are not silent.
 */
export function resolveMentions(
  tree: Root,
  resolve: (mention: WrittenMention) => ResolvedMention | undefined,
): ResolvedMention[] {
  const heard: ResolvedMention[] = [];
  const visit = (parent: Root | Element, quoted: boolean): void => {
    parent.children.forEach((node: RootContent, index) => {
      if (node.type === 'mention') {
        const mention = mentionIn(node.value, quoted, resolve);
        if (mention && !mention.silent) heard.push(mention);
        parent.children[index] = mention ? span(mention) : { type: 'text', value: node.value };
      } else if (node.type === 'element') visit(node, quoted || node.tagName === 'blockquote');
    });
  };
  visit(tree, false);
  return heard;
}

function mentionIn(
  source: string,
  quoted: boolean,
  resolve: (mention: WrittenMention) => ResolvedMention | undefined,
): ResolvedMention | undefined {
  const written = readMention(source);
  return written && resolve({ ...written, silent: written.silent || quoted });
}

function span(mention: ResolvedMention): Element {
  const value = mention.silent ? mention.label : `@${mention.label}`;
  const { className, ...data } = attributes(mention);
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: mention.silent ? [...className, 'silent'] : className, ...data },
    children: [{ type: 'text', value }],
  };
}

function attributes(mention: ResolvedMention): Properties & { className: string[] } {
  switch (mention.kind) {
    case 'user':
      return { className: ['user-mention'], dataUserId: mention.id };
    case 'group':
      return { className: ['user-group-mention'], dataUserGroupId: mention.id };
    case 'channel':
      return { className: ['user-mention', 'channel-wildcard-mention'], dataUserId: '*' };
    case 'topic':
      return { className: ['topic-mention'] };
  }
}
