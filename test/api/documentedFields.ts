/** All fields of the OpenAPI document of the whole server, with what it says of them. */
import { type Schema, schemasIn } from '../../src/api/docs/schemas.ts';
import { openApiDocument } from '../../src/api/docs/openapi.ts';
import { apiRoutes } from '../../src/api/table.ts';

/** A parameter, or a field of a body or an answer, at any depth. */
export interface Field {
  readonly location: string;
  readonly name: string;
  readonly description: string | undefined;
}

/** All fields of a schema, at any depth. */
const fieldsIn = (location: string, schema: Schema): readonly Field[] =>
  schemasIn(schema).flatMap(([name, inner]) => [
    ...(name === undefined ? [] : [{ location, name, description: inner.description }]),
    ...fieldsIn(location, inner),
  ]);

export const document = openApiDocument(apiRoutes);

const inComponents = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
  fieldsIn(name, schema),
);
const inOperations = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { parameters = [], requestBody, responses }]) => {
    const location = `${method} ${path}`;
    const success = responses['200'];
    const contents = [
      requestBody?.content,
      success && 'content' in success ? success.content : undefined,
      ...parameters.map(({ content, schema }) => content ?? { '': { schema: schema ?? {} } }),
    ];
    const schemas = contents.flatMap((content = {}) => Object.values(content).map(({ schema }) => schema));
    return [
      ...parameters.map(({ name, description }) => ({ location, name, description })),
      ...schemas.flatMap((schema) => fieldsIn(location, schema)),
    ];
  }),
);
export const fields: readonly Field[] = [...inComponents, ...inOperations];
