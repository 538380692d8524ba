/** URL templates (RFC 6570): whether they are well-formed, and their variables. */

const MAX_LENGTH = 2_000;

const NAME = String.raw`(?:\w|%[\dA-Fa-f]{2})(?:\.?(?:\w|%[\dA-Fa-f]{2}))*`;
const VARIABLE = String.raw`${NAME}(?:\*|:[1-9]\d{0,3})?`;
/** `{?first,second*}`, with the operators that RFC 6570 defines. */
const EXPRESSION = new RegExp(String.raw`\{[+#./;?&]?(${VARIABLE}(?:,${VARIABLE})*)\}`, 'g');

/** Where a browser goes, and no script. */
const WEB = /^https?:\/\//i;

/** Whether a text is a template of a web page's URL. */
export const isUrlTemplate = (text: string): boolean =>
  text.length <= MAX_LENGTH && WEB.test(text) && !/[{}\s\p{Cc}]/u.test(text.replaceAll(EXPRESSION, ''));

/** Names of the variables of a template. */
export const variablesOf = (template: string): ReadonlySet<string> =>
  new Set(
    Array.from(template.matchAll(EXPRESSION), ([, list = '']) => list)
      .flatMap((list) => list.split(','))
      .map((variable) => variable.replace(/(?:\*|:\d+)$/, '')),
  );
