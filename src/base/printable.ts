/**
 * Text for terminals. Names, messages, exports of other systems and answers of servers may contain what controls a terminal:
 * it would colour, move or hide what an operator reads, or have the terminal type an answer.
 */

/** C0 but for tab and line feed, DEL, C1, and the marks that change the direction of what follows. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** As JSON does it: four hexadecimal digits. */
const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The text with such characters as JSON would escape them (`\u001b`): JSON means the same afterwards, and in other texts people
 * see what is there.
 */
export const printable = (text: string): string => text.replaceAll(CONTROLS, escaped);

/** All output goes this way. */
const printTo = (stream: NodeJS.WriteStream, text: string): boolean => stream.write(printable(text));

/** Writes to standard output; false if the reader is slower, until it emits `drain`. */
export const printOut = (text: string): boolean => printTo(process.stdout, text);

/** Writes to standard error. */
export const printNote = (text: string): boolean => printTo(process.stderr, text);
