/** What tests of the API expect of an answer, said once. */
import { expect } from 'chai';
import type { Answer, Person } from '../support/hansard.ts';

/** An error body is exactly these fields. */
export function expectRefusal(
  { status, body }: Answer,
  msg: string,
  { code = 'BAD_REQUEST', status: expected = 400, ...extra }: Readonly<Record<string, unknown>> = {},
): void {
  expect(body).to.deep.equal({ result: 'error', msg, ...extra, code });
  expect(status).to.equal(expected);
}

/** A success body is exactly these fields, beside `result` and `msg`. */
export function expectSuccess(
  { status, body }: Answer,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  expect(body).to.deep.equal({ result: 'success', msg: '', ...fields });
  expect(status).to.equal(200);
}

/** What a member's call of an administrator's endpoint is answered. */
export const expectAdministratorOnly = (answer: Answer): void =>
  expectRefusal(answer, 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' });

/** What a member's or administrator's call of an owner's endpoint is answered. */
export const expectOwnerOnly = (answer: Answer): void =>
  expectRefusal(answer, 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' });

/** What a call without credentials is answered. */
export const expectLoginFirst = (answer: Answer): void =>
  expectRefusal(answer, 'Missing authorization header for basic auth', { code: 'UNAUTHORIZED', status: 401 });

/** The objects of a list in an answer. */
export const listIn = ({ body }: Answer, name: string): readonly Readonly<Record<string, unknown>>[] =>
  body[name] as readonly Readonly<Record<string, unknown>>[];

/** An account as somebody is shown it. */
export const shownUser = async (viewer: Person, userId: number, fields?: Readonly<Record<string, unknown>>) =>
  (await viewer.get(`/users/${userId}`, fields)).body.user as Readonly<Record<string, unknown>>;
