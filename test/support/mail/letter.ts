/** A mail as who gets it reads it: headers decoded, both parts of it. */

export interface Letter {
  /** By name in lower case; of a header that is there twice, all values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  readonly html: string;
  /** As it came. */
  readonly source: string;
}

/** Reads the few forms that nodemailer writes. */
export function letterOf(source: string): Letter {
  const { headers, body } = partOf(source);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1];
  if (boundary === undefined) throw new Error(`A mail of one part: ${source}`);
  const parts = body.split(`--${boundary}`).slice(1, -1).map(partOf);
  const of = (type: string): string => {
    const part = parts.find((each) => each.headers.get('content-type')?.[0]?.startsWith(type));
    if (part === undefined) throw new Error(`A mail without ${type}: ${source}`);
    return decoded(part.body, part.headers.get('content-transfer-encoding')?.[0] ?? '7bit');
  };
  return { headers, text: of('text/plain'), html: of('text/html'), source };
}

function partOf(source: string) {
  const [head = '', ...rest] = source.replace(/^\r\n/, '').split('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), withoutWords(line.slice(colon + 1).trim())]);
  }
  return { headers, body: rest.join('\r\n\r\n') };
}

/** Encoded words (RFC 2047) as what they say. */
const withoutWords = (value: string): string =>
  value
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_whole, form: string, word: string) =>
      form.toLowerCase() === 'b'
        ? decoded(word, 'base64')
        : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    );

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
