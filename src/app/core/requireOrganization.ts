import { OperatorError } from '../../base/errors.ts';
import { type OrganizationId, ROOT_NAME } from '../../base/ids.ts';
import type { ServerState } from '../../organization/server.ts';

// "Did you mean …?" after a mistyped name.

/** A name is similar if at most a third of it, and at most three letters, differ. */
const MAX_EDITS = 3;

/** A sentence with a space in front, or '' if nothing is similar. Names are compared without regard to case. */
export function suggestion(typed: string, names: Iterable<string>): string {
  const near = [...names]
    .map((name) => ({ name, edits: editsBetween(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.min(MAX_EDITS, Math.max(typed.length, name.length) / 3))
    .sort((a, b) => a.edits - b.edits);
  const [first] = near;
  return first === undefined ? '' : ` Did you mean '${first.name}'?`;
}

/** Letters to insert, remove, replace or swap with their neighbour. */
function editsBetween(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_EDITS) return Infinity;
  const rows = [Array.from({ length: to.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= from.length; i += 1) {
    const [above, row] = [rows[i - 1]!, [i]];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        above[j]! + 1,
        row[j - 1]! + 1,
        above[j - 1]! + (isSame ? 0 : 1),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
}

/** A decimal ID. Subdomains cannot consist of digits alone, except in the log of an earlier release. */
const SHOWN_ID = /^[1-9]\d*$/;

/**
 * The organization that an operator names by its ID or subdomain; `root` and no name at all mean the one at
 * the bare host name.
 */
export function requireOrganization(server: ServerState, name: string): OrganizationId {
  const organizationId = SHOWN_ID.test(name)
    ? (Number(name) as OrganizationId)
    : server.idBySubdomain.get(name === ROOT_NAME ? '' : name);
  if (organizationId !== undefined && server.organizations.has(organizationId)) return organizationId;
  const names = [...server.idBySubdomain.keys()].filter(Boolean);
  throw new OperatorError(`There is no organization named '${name}'.${suggestion(name, names)}`);
}
