/** People who follow links with a program that has neither scripts nor a memory. */
import type { Hansard } from './hansard.ts';

/** A page as it came. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly title: string;
  readonly source: string;
}

type Fields = Readonly<Record<string, string>>;

/** Follows a link, or sends the form behind it; redirections are shown and not followed. */
export async function visit(hansard: Hansard, link: string, fields?: Fields, method = 'GET'): Promise<Shown> {
  const { host, pathname, search } = new URL(link);
  const answer = await fetch(new URL(pathname + search, hansard.url), {
    method: fields ? 'POST' : method,
    redirect: 'manual',
    headers: { 'x-forwarded-host': host },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  const source = await answer.text();
  const title = /<title>(.*?)<\/title>/s.exec(source)?.[1] ?? '';
  return { status: answer.status, headers: answer.headers, title, source };
}

/** What stands in a field of a form. */
export const valueOf = (source: string, name: string): string | undefined =>
  new RegExp(String.raw`id="${name}"[^>]*?value="([^"]*)"`, 's').exec(source)?.[1];
