/** Methods: which one a request means, and which ones a path has (spec/endpoint-details.md 0.1). */
import type { IncomingMessage } from 'node:http';
import type { Form } from './form.ts';
import type { Method } from './route.ts';

/** HEAD acts as GET; a POST may say that it is another method, in a field that is taken out of the form. */
export function takeMethod({ method = '' }: IncomingMessage, form: Form): string {
  if (method === 'HEAD') return 'GET';
  if (method !== 'POST') return method;
  const override = form.get('method')?.toUpperCase();
  form.delete('method');
  return override === 'PATCH' || override === 'PUT' || override === 'DELETE' ? override : method;
}

/** The methods of a path whose routes are for these, sorted. */
export const allowedMethods = (methods: readonly Method[]): readonly string[] =>
  [
    ...new Set([...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']),
  ].sort();
