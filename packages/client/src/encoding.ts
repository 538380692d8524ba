/** Parameters as the server reads them: texts as they are, everything else as JSON. */

type Values = Readonly<Record<string, unknown>>;

/** The path with its parameters filled in, and the values that are left for query or body. */
export function pathOf(template: string, values: Values): { readonly path: string; readonly fields: Values } {
  const fields: Record<string, unknown> = { ...values };
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    return encodeURIComponent(String(value));
  });
  return { path, fields };
}

/** Fields of a query or a form; those that are undefined are left out. */
export const bodyOf = (values: Values): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
  );

/** The same as the text of a query. */
export const textOf = (values: Values): string => bodyOf(values).toString();
