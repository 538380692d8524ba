import type { Module } from './sourceTree.ts';

/** Something that must not be written, and what to do instead. */
interface Banned {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Names of pages that are not in the repository, and of sections in them. */
const OUTSIDE: readonly Banned[] = [
  {
    pattern:
      /\bspec\/[\w-]+\.md|\b(endpoint-details|beyond)\.md|endpoint-details|\bbeyond \d+\.\d|§ ?\d|spec\/…/g,
    instead: 'say the rule itself, or point to docs/generated/contract.md',
  },
  {
    pattern:
      /\b(DESIGN|STYLE|LIMITS|HOUSE|RISKS|ENGINES|ECOSYSTEM|ANCHORS)(\.md\b|, "|'s? )|\bLIMITS (says|describes|measured)/g,
    instead: 'say the rule itself, or point to a page of docs/',
  },
  { pattern: /\bissues? #?\d+\b/g, instead: 'say what was decided, or write a decision record' },
];

/** Words with a plainer one; CONTRIBUTING lists them. */
const UNWANTED: readonly Banned[] = [
  { pattern: /\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b/g, instead: 'say they, their, them' },
  { pattern: /(?<!')\b[Ww]hoever\b/g, instead: 'name the person: the author, the caller, anybody who …' },
  { pattern: /\b[Ww]ho is there\b/g, instead: 'say presence' },
  { pattern: /\b[Ww]hat is told\b/g, instead: 'say notification, client event or report' },
  { pattern: /\bnot there any ?more\b/g, instead: 'say no longer exists' },
  { pattern: /\bon record\b/g, instead: 'say record, or is recorded' },
  { pattern: /\banew\b/g, instead: 'say again, or rebuild, regenerate, restart' },
  { pattern: /\b[Ll]ook(s|ed|ing)? after\b/g, instead: 'say maintain, check, or what is done' },
  { pattern: /\bas good as (absent|none)\b/g, instead: 'say treated as absent, or ignored' },
  { pattern: /\b(is|are) to be told\b/g, instead: 'say is notified, receives, or sees' },
  { pattern: /\b[Ww]ho has none\b/g, instead: 'name the person or thing that lacks it' },
  { pattern: /\b(cannot|can not) be told now\b/g, instead: 'say is not available' },
];

/** What makes a test depend on how fast the machine is. */
const HASTY: readonly Banned[] = [
  {
    pattern: /\bthis\.timeout\(|\}\)\.timeout\(/g,
    instead: 'leave it to the one time limit in .mocharc.json',
  },
];

const findings = (texts: readonly Module[], banned: readonly Banned[]): readonly string[] =>
  texts.flatMap(({ path, text }) =>
    banned.flatMap(({ pattern, instead }) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${path}:${line}: "${found}": ${instead}.`;
      }),
    ),
  );

/** References to files that a reader of the repository does not have. */
export const outsideReferences = (texts: readonly Module[]): readonly string[] => findings(texts, OUTSIDE);

/** Time limits of single tests. */
export const ownTimeLimits = (tests: readonly Module[]): readonly string[] => findings(tests, HASTY);

/** Words that are replaced by plainer ones, in comments, pages, log lines and names. */
export const unwantedWords = (texts: readonly Module[]): readonly string[] => findings(texts, UNWANTED);
