/** Texts with all common markup, with which a host that renders is warmed up and examined. */
export const SAMPLE = `# A text with *everything*

See **this** :smile:, \`that\`, [these](https://example.com "title"), https://example.com and ~~those~~ \\* &amp; @**all**.

- [ ] one
  1. two

> quoted _words_

| a | b |
|---|---|
| c | d |

\`\`\`
code
\`\`\``;

/** A text as long as one may be; without libraries that only some texts need. */
export const LONG_SAMPLE = `${SAMPLE}\n\n`.repeat(25);
