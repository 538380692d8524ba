import { suggestion } from '../app/suggestion.ts';
import { OperatorError } from '../errors.ts';
import { projections } from '../projections/catalog.ts';
import type { Projection } from '../projections/define.ts';

/** The projection of that name, or all of them; OperatorError if there is none. */
export function requireProjections(name?: string): readonly Projection[] {
  const named = projections.filter((each) => name === undefined || each.name === name);
  if (name === undefined || named.length > 0) return named;
  const names = projections.map((each) => each.name);
  throw new OperatorError(`There is no projection named ${name}.${suggestion(name, names)}`);
}
