/** Emoticons that become emoji for those who have set so. */

/** Emoticon → name of the emoji. */
const EMOTICONS: Readonly<Record<string, string>> = {
  ':)': 'slightly_smiling_face',
  '(:': 'slightly_smiling_face',
  ':(': 'slightly_frowning_face',
  ':D': 'smile',
  ';)': 'wink',
  ':P': 'stuck_out_tongue',
  ':p': 'stuck_out_tongue',
  ':O': 'open_mouth',
  ':o': 'open_mouth',
  ':|': 'neutral_face',
  ':/': 'confused',
  '<3': 'heart',
};

const escaped = (emoticon: string): string => emoticon.replaceAll(/[()|]/g, String.raw`\$&`);

/** An emoticon is a word of its own, save for what ends a sentence. */
const EMOTICON = new RegExp(
  `(?<=^|\\s)(?:${Object.keys(EMOTICONS).map(escaped).join('|')})(?=$|[\\s.,;!?])`,
  'g',
);

/** Whether a text holds an emoticon, in code perhaps. */
export const hasEmoticon = (text: string): boolean => text.search(EMOTICON) >= 0;

/** The emoticons of a text: where each begins, what it is, and the name of its emoji. */
export const emoticonsIn = (text: string) =>
  Array.from(text.matchAll(EMOTICON), ({ index, 0: source }) => ({
    index,
    source,
    name: EMOTICONS[source] ?? '',
  }));
