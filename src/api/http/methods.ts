/** Methods: which one a request means, and which ones a path has. */
import type { IncomingMessage } from 'node:http';
import type { Form } from './form.ts';
import type { Method } from './route.ts';

/** The method as far as the head shows it; HEAD acts as GET. Undefined for a POST, which may mean another. */
export const plainMethod = ({ method = '' }: IncomingMessage): string | undefined =>
  method === 'HEAD' ? 'GET' : method === 'POST' ? undefined : method;

/** Methods that a POST may mean. */
export const POSTABLE: readonly string[] = ['POST', 'PATCH', 'PUT', 'DELETE'] satisfies readonly Method[];

/** A POST may name another method in a field, which is removed from the form. */
export function takeMethod(request: IncomingMessage, form: Form): string {
  const plain = plainMethod(request);
  if (plain !== undefined) return plain;
  const override = form.get('method')?.toUpperCase();
  form.delete('method');
  return override !== undefined && POSTABLE.includes(override) ? override : 'POST';
}

/** The methods of a path, for its `Allow` header, sorted. */
export const allowedMethods = (methods: readonly Method[]): readonly string[] =>
  [
    ...new Set([...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']),
  ].sort();
