/** Methods: which one a request means, and which ones a path has. */
import type { IncomingMessage } from 'node:http';
import type { Form } from './form.ts';
import type { Method } from './route.ts';

/** The method that a request is told by before its fields are read: HEAD acts as GET. Undefined for a POST. */
export const plainMethod = ({ method = '' }: IncomingMessage): string | undefined =>
  method === 'HEAD' ? 'GET' : method === 'POST' ? undefined : method;

/** Methods that a POST may turn out to have. */
export const POSTABLE: readonly string[] = ['POST', 'PATCH', 'PUT', 'DELETE'] satisfies readonly Method[];

/** A POST may say that it is another method, in a field that is taken out of the form. */
export function takeMethod(request: IncomingMessage, form: Form): string {
  const plain = plainMethod(request);
  if (plain !== undefined) return plain;
  const override = form.get('method')?.toUpperCase();
  form.delete('method');
  return override !== undefined && POSTABLE.includes(override) ? override : 'POST';
}

/** The methods of a path whose routes are for these, sorted. */
export const allowedMethods = (methods: readonly Method[]): readonly string[] =>
  [
    ...new Set([...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']),
  ].sort();
