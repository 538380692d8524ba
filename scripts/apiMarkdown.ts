/**
 * `docs/generated/api.md`, from the OpenAPI document: one heading per route, its parameters and what it answers, and one per thing.
 */
import { codesOf, COMMON_FIELDS } from '../src/api/docs/responses.ts';
import type { OpenApiDocument, DocumentedOperation, Schema } from '../src/api/docs/schemas.ts';
import { type Examples, openApiDocument } from '../src/api/docs/openapi.ts';
import { methodOf, pathOf, WHO } from '../src/api/docs/operations.ts';
import type { Parameter } from '../src/api/http/parameters.ts';
import type { Route } from '../src/api/http/route.ts';
import { errorsTable, thingSections } from './apiThings.ts';
import type { ApiExample } from './apiExamples/example.ts';
import { API_INTRODUCTION } from './apiIntroduction.ts';
import { cell, objectRows, tableOf, typeText } from './schemaText.ts';

/** The whole page; a route without an example has none shown. */
export function renderApiMarkdown(
  routes: readonly Route[],
  examples: readonly ApiExample[],
  answers: Examples = {},
): string {
  const shells = new Map(
    examples.map(({ route, shell }) => [route, `${shell}${answerLine(answers[route])}`]),
  );
  const document = openApiDocument(routes);
  return [
    API_INTRODUCTION,
    errorsTable(),
    '## The endpoints\n',
    ...document.tags.flatMap(({ name, description = '' }) => [
      `## ${name}\n`,
      ...(description === '' ? [] : [`${description}\n`]),
      ...routes
        .filter(({ area }) => area?.name === name)
        .map((route) => section(route, document, shells.get(route.name))),
    ]),
    ...routes
      .filter(({ area }) => area === undefined)
      .map((route) => section(route, document, shells.get(route.name))),
    ...thingSections(document),
  ].join('\n');
}

/** Characters of an answer that is shown after its call. */
const SHORT_ANSWER = 250;

function answerLine(answer: unknown): string {
  const text = JSON.stringify(answer);
  return text === undefined || text.length > SHORT_ANSWER || text === SUCCESS ? '' : `\n# ${text}`;
}

const SUCCESS = '{"result":"success","msg":""}';

function operationIn(document: OpenApiDocument, route: Route): DocumentedOperation {
  const operation = document.paths[pathOf(route)]?.[methodOf(route)];
  if (operation === undefined) throw new Error(`The document lacks ${route.name}.`);
  return operation;
}

function section(route: Route, document: OpenApiDocument, example: string | undefined): string {
  const { name, summary, who, headers = {}, errors = [] } = route;
  const operation = operationIn(document, route);
  return [
    `### ${name}\n`,
    `${summary}. ${WHO[who]}\n`,
    ...parametersOf(route, document),
    ...Object.entries(headers).map(([header, text]) => `Header \`${header}\`: ${text}\n`),
    SAME_ANSWERS[name] ?? answerOf(operation, document),
    ...(errors.length > 0 ? [`Codes: ${ownCodes(route)}.\n`] : []),
    ...(example === undefined ? [] : ['```sh', example, '```\n']),
  ].join('\n');
}

/** Parameters that another route has as well are not repeated. */
const SAME_PARAMETERS: Readonly<Record<string, string>> = {
  'PATCH /settings/display': 'PATCH /settings',
  'PATCH /settings/notifications': 'PATCH /settings',
};

/** Answers of the same fields as another's. */
const SAME_ANSWERS: Readonly<Record<string, string>> = {
  'PATCH /realm': 'Answer: those fields of `GET /realm` that have changed.\n',
};

function parametersOf(route: Route, document: OpenApiDocument): readonly string[] {
  const same = SAME_PARAMETERS[route.name];
  if (same !== undefined) return [`Parameters: those of \`${same}\`.\n`];
  const rows = parameterRows(route, document);
  return tableOf('parameter', rows, rows.length === 1 ? 'Parameter:' : '');
}

/** The codes of the route's own rules, by status. */
function ownCodes(route: Route): string {
  const own = new Set<string>(route.errors);
  return [...codesOf(route)]
    .flatMap(([status, codes]) => {
      const listed = codes.filter((code) => own.has(code)).map((code) => `\`${code}\``);
      return listed.length > 0 ? [`${status} ${listed.join(', ')}`] : [];
    })
    .join('; ');
}

function parameterRows(route: Route, document: OpenApiDocument): readonly string[] {
  const { parameters = [], requestBody } = operationIn(document, route);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {};
  const outside = parameters.map(({ name, schema, content }) => [
    name,
    schema ?? Object.values(content ?? {})[0]?.schema ?? {},
  ]);
  const schemas = { ...(Object.fromEntries(outside) as Readonly<Record<string, Schema>>), ...body };
  const picture = route.takesPicture === 'optional' ? ['| `file` | file | a picture |'] : [];
  const file = route.takesFile || route.takesPicture === true ? ['| `file` | file | required |'] : picture;
  const sentenceOf = (name: string) => route.params[name]?.description;
  const groups = sharedGroups(document).map((group) => ({
    ...group,
    names: sharedNames(route, group, sentenceOf),
  }));
  const elsewhere = new Set(groups.flatMap(({ names }) => names));
  return [
    ...file,
    ...Object.entries(route.params)
      .filter(([name]) => !elsewhere.has(name))
      .map(([name, parameter]) => parameterRow(name, schemas[name] ?? {}, parameter, sentenceOf(name))),
    ...groups
      .filter(({ names }) => names.length > 0)
      .map(({ names, what, link }) => {
        const type = cell(sharedType(names.map((name) => schemas[name] ?? {})));
        return `| the ${names.length} ${what} of ${link} | ${type} | |`;
      }),
  ];
}

/** The type of parameters, or of the permissions among them, which are sent in another form than they are shown in. */
function sharedType(schemas: readonly Schema[]): string {
  const types = new Set(schemas.map(typeText));
  const [first = ''] = types;
  if (types.size === 1) return first;
  const update = [...types].find((type) => type.includes('GroupSettingUpdate'));
  return update === undefined ? '' : `permissions as ${update}`;
}

/** Fields that are described once, and that parameters of the same names change. */
interface SharedGroup {
  readonly what: 'settings' | 'permissions';
  /** A link to their description. */
  readonly link: string;
  readonly fields: Readonly<Record<string, Schema>>;
  /** A route with fewer of them describes each itself. */
  readonly least: number;
}

const PERMISSION = /^can_\w+_group$/;

const sharedGroups = ({ components: { schemas }, paths }: OpenApiDocument): readonly SharedGroup[] => [
  ...['Channel', 'UserGroup'].map((name) => ({
    what: 'permissions' as const,
    link: `[${name}](#${name.toLowerCase()})`,
    fields: onlyPermissions(schemas[name]?.properties ?? {}),
    least: 5,
  })),
  {
    what: 'settings',
    link: '[UserSettings](#usersettings)',
    fields: schemas['UserSettings']?.properties ?? {},
    least: MANY,
  },
  { what: 'settings', link: '[GET /realm](#get-realm)', fields: realmSettings(paths), least: MANY },
];

const onlyPermissions = (fields: SharedGroup['fields']): SharedGroup['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => PERMISSION.test(name)));

/** The fields that GET /realm answers. */
function realmSettings(paths: OpenApiDocument['paths']): SharedGroup['fields'] {
  const success = paths['/realm']?.get?.responses['200'];
  const content = success && 'content' in success ? success.content : {};
  return content?.['application/json']?.schema.properties ?? {};
}

/** Fields that have a setting's type and sentence, and its name after `realm_`; none unless there are many. */
function prefixedSettings(fields: SharedGroup['fields'], settings: SharedGroup['fields']): readonly string[] {
  const names = Object.entries(fields).flatMap(([name, schema]) => {
    const setting = name.startsWith('realm_') ? settings[name.slice('realm_'.length)] : undefined;
    const isSame =
      setting?.description === schema.description && typeText(setting ?? {}) === typeText(schema);
    return setting !== undefined && isSame ? [name] : [];
  });
  return names.length >= MANY ? names : [];
}

const MANY = 20;

/** Parameters of a route that are described like the fields of a group, if there are many. */
function sharedNames(
  { params }: Route,
  { fields, least }: SharedGroup,
  sentenceOf: (name: string) => string | undefined,
): readonly string[] {
  const names = Object.entries(params).flatMap(([name, { required, fallback, aliases }]) => {
    const isPlain = !required && fallback === undefined && aliases.length === 0;
    const hasSameDescription = fields[name]?.description === sentenceOf(name);
    return Object.hasOwn(fields, name) && isPlain && hasSameDescription ? [name] : [];
  });
  return names.length >= least ? names : [];
}

function parameterRow(
  name: string,
  schema: Schema,
  { source, required, fallback, aliases }: Parameter<unknown>,
  sentence: string | undefined,
): string {
  const notes = [
    source === 'path' ? 'in the path' : required ? 'required' : '',
    fallback === undefined ? '' : `default \`${JSON.stringify(fallback)}\``,
    ...aliases.map((alias) => `also \`${alias}\``),
  ];
  const text = [notes.filter(Boolean).join(', '), sentence].filter(Boolean).join('. ');
  return `| \`${name}\` | ${cell(typeText(schema))} | ${cell(text)} |`;
}

/** Characters of a type that are still easily read in one line. */
const LINE = 100;

function answerOf({ responses }: DocumentedOperation, { components, paths }: OpenApiDocument): string {
  const success = responses['200'];
  const content = success && 'content' in success ? success.content : {};
  if (responses['302']) return 'Answer: a redirect (302).\n';
  if (content?.['text/event-stream']) return 'Answer: server-sent events.\n';
  const { properties = {}, required = [] } = content?.['application/json']?.schema ?? {};
  const settings = prefixedSettings(properties, realmSettings(paths));
  const own = Object.fromEntries(
    Object.entries(properties).filter(
      ([name]) => !Object.hasOwn(COMMON_FIELDS, name) && !settings.includes(name),
    ),
  );
  if (Object.keys(own).length === 0) return 'Answer: success.\n';
  const schema = { type: 'object', properties: own, required };
  const inOneLine = typeText(schema);
  const isClear = Object.values(own).every(({ description }) => description === undefined);
  if (isClear && inOneLine.length <= LINE) return `Answer: \`${inOneLine}\`.\n`;
  const rows = objectRows(schema, undefined, components.schemas);
  const prefixed = `| ${settings.length} settings of [GET /realm](#get-realm), with the prefix \`realm_\`, if any | | |`;
  return tableOf('field', settings.length > 0 ? [...rows, prefixed] : rows, 'Answer:').join('\n');
}
