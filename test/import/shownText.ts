/** Random texts, and what is shown of Markdown. */
import fc from 'fast-check';
import { decodeEntities } from '../../src/base/html.ts';
import { widgetOf } from '../../src/rendering/widgets.ts';
import { render } from '../../src/rendering/markdown.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';

/** The text of the page; a poll or a list of tasks shows none. */
export const shownText = (markdown: string): string =>
  widgetOf(markdown) === undefined && !markdown.startsWith('/me ')
    ? decodeEntities(render(markdown, EMPTY_DIRECTORY).html.replaceAll(/<[^>]*>/g, ''))
    : '';

export const spaced = (text: string): string => text.replaceAll(/[\s\u200B]+/g, ' ').trim();

const sign = fc.constantFrom(...'*_~`[]()<>!#&|$@:/\\-+=.^{}"\' \n\t0123456789abcwWXé字');
const piece = fc.constantFrom(
  ...[
    '**',
    '~~',
    '```',
    '$$',
    '](',
    '[^1]',
    '@**',
    '#**',
    '&amp;',
    '&#60;',
    '<b>',
    '<time:',
    '://',
    'mailto:',
  ],
  ...[
    'http://x.example/_a_',
    'www.x.example',
    'a@b.example',
    '\n\n',
    '\n    ',
    '\n- ',
    '\n1. ',
    '\n1) ',
    '\n---\n',
  ],
  ...[
    '\n===\n',
    '| a |\n|---|',
    '/poll x',
    '/me ',
    '> ',
    '# ',
    '_x_',
    '*x\ny*',
    '$x$',
    '__x__',
    '\\*',
    '\n***\n',
  ],
);

/** Texts of anything that could be markup somewhere. */
export const signs = fc.array(fc.oneof(sign, sign, piece), { maxLength: 25 }).map((parts) => parts.join(''));
