/**
 * The house rules that a linter can see. What concerns the shape of the whole tree (who imports whom, circles, names
 * of files, time) is held by test/architecture.test.ts, which `npm run lint` runs too.
 */
import tseslint from 'typescript-eslint';

const SIZES = {
  'max-lines': ['error', 400],
  'max-lines-per-function': ['error', { max: 60, IIFEs: true }],
};

/** The callbacks of `describe` hold a whole suite, so tests answer for their files only; figures are printed. */
const TEST_SIZES = { 'max-lines-per-function': 'off', 'no-console': 'off' };

const TYPED = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
};

const FOLDED = 'A literal that is spread into a literal hides lines: write its members.';

/** Literals within literals, which fold several members into one line. */
const NO_FOLDED_LITERALS = [
  { selector: 'ObjectExpression > SpreadElement > ObjectExpression', message: FOLDED },
  { selector: 'ArrayExpression > SpreadElement > ArrayExpression', message: FOLDED },
  { selector: 'ArrayExpression > SpreadElement > TSAsExpression > ArrayExpression', message: FOLDED },
];

const PLAIN = {
  'no-restricted-exports': [
    'error',
    { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
  ],
  eqeqeq: 'error',
  'no-console': 'error',
  'no-eval': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'prefer-template': 'error',
  'object-shorthand': 'error',
  'no-param-reassign': 'error',
  'no-else-return': 'error',
  'no-restricted-syntax': ['error', ...NO_FOLDED_LITERALS],
};

/** A build moves what programs share: addresses of files are found from src/base alone. */
const NO_ADDRESS_FROM_HERE = {
  selector: "NewExpression[callee.name='URL'] MetaProperty",
  message: 'A build moves this module: src/base/workerThread.ts finds files.',
};

/** What people and other systems wrote would control the terminal of an operator. */
const NO_RAW_OUTPUT = {
  selector:
    'CallExpression[callee.object.property.name=/^std(out|err)$/][callee.property.name="write"][arguments.length=1]',
  message: 'Print by printOut and printNote (src/base/printable.ts).',
};

const TIME = 'Time comes from the injected Clock (src/base/clock.ts).';

const NO_DATES = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: TIME },
  { selector: "CallExpression[callee.name='Date']", message: TIME },
];

/** A rule is replaced as a whole by a later entry, so its parts are listed in each. */
const NO_CLOCK_BUT_OURS = {
  'no-restricted-globals': [
    'error',
    ...['setTimeout', 'setInterval', 'performance'].map((name) => ({ name, message: TIME })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: TIME },
    { object: 'performance', property: 'now', message: TIME },
  ],
  'no-restricted-syntax': ['error', ...NO_FOLDED_LITERALS, NO_ADDRESS_FROM_HERE, NO_RAW_OUTPUT, ...NO_DATES],
};

/** Functions of the browser that are younger, by the object that has them; web/state/urls.ts is there instead of the first two. */
const YOUNG_FUNCTIONS = {
  URL: ['parse', 'canParse'],
  AbortSignal: ['any'],
  Document: ['parseHTMLUnsafe'],
};

/** Members of elements and documents that are younger, on whatever object. */
const YOUNG_MEMBERS = [
  'checkVisibility',
  'startViewTransition',
  'showPopover',
  'hidePopover',
  'togglePopover',
  'requestClose',
  'moveBefore',
  'getHTML',
  'setHTMLUnsafe',
  'caretPositionFromPoint',
];

/** Names of the page's scope that are younger. */
const YOUNG_GLOBALS = [
  'requestIdleCallback',
  'cancelIdleCallback',
  'scheduler',
  'cookieStore',
  'CloseWatcher',
  'navigation',
  'Highlight',
];

const YOUNG = 'The page supports browsers that lack this (scripts/buildPage.js).';

/** The web page and what is bundled with it use what its oldest browsers have. */
const BASELINE = {
  'no-restricted-globals': ['error', ...YOUNG_GLOBALS.map((name) => ({ name, message: YOUNG }))],
  'no-restricted-properties': [
    'error',
    ...Object.entries(YOUNG_FUNCTIONS).flatMap(([object, names]) =>
      names.map((property) => ({ object, property, message: YOUNG })),
    ),
    ...YOUNG_MEMBERS.map((property) => ({ property, message: YOUNG })),
  ],
};

export default [
  {
    ignores: ['dist/', 'data/', 'coverage/', 'node_modules/', 'test/events/samples/', '**/dist/'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './tsconfig.test.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: { ...SIZES, ...PLAIN, ...TYPED },
  },
  { files: ['src/**/*.ts'], ignores: ['src/base/clock.ts'], rules: NO_CLOCK_BUT_OURS },
  {
    files: ['src/base/workerThread.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NO_FOLDED_LITERALS, ...NO_DATES] },
  },
  { files: ['test/**/*.ts'], rules: TEST_SIZES },
  {
    files: ['web/**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './web/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    // A component is a page of markup.
    rules: { ...SIZES, ...PLAIN, ...TYPED, 'max-lines-per-function': ['error', { max: 90, IIFEs: true }] },
  },
  { files: ['web/**/*.{ts,tsx}', 'packages/client/src/**/*.ts'], rules: BASELINE },
  { files: ['packages/client/src/routes.ts'], rules: { 'max-lines': 'off' } },
  { files: ['bench/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['scripts/**/*.js', 'bin/**/*.cjs'], rules: { ...SIZES, ...PLAIN } },
  // Older Nodes have to get through this one alive.
  { files: ['bin/requireNode.cjs'], rules: { 'no-var': 'off', 'prefer-template': 'off' } },
];
