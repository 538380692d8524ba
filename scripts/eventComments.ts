import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The comments in `src/events/`, by event type (`ChannelCreated`) and field (`ChannelCreated.name`). */
export type EventComments = ReadonlyMap<string, string>;

const EVENTS = fileURLToPath(new URL('../src/events/', import.meta.url));

/** Reads them all. The comment of an area stands under the name of its constant (`channelEvents`). */
export function readEventComments(): EventComments {
  const comments = new Map<string, string>();
  for (const name of readdirSync(EVENTS).filter((file) => file.endsWith('.ts'))) {
    const text = readFileSync(join(EVENTS, name), 'utf8');
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    for (const statement of source.statements)
      if (ts.isVariableStatement(statement)) readArea(statement, comments);
  }
  return comments;
}

function readArea(statement: ts.VariableStatement, comments: Map<string, string>): void {
  for (const { name, initializer } of statement.declarationList.declarations) {
    const definitions = argumentOf(initializer, 'defineEvents', 3);
    if (definitions === undefined) continue;
    note(comments, name.getText(), statement);
    for (const event of definitions.properties) readEvent(event, comments);
  }
}

function readEvent(event: ts.ObjectLiteralElementLike, comments: Map<string, string>): void {
  const type = event.name?.getText();
  if (type === undefined || !ts.isPropertyAssignment(event)) return;
  note(comments, type, event);
  for (const field of argumentOf(event.initializer, 'eventType', 1)?.properties ?? [])
    if (field.name) note(comments, `${type}.${field.name.getText()}`, field);
}

/** The object literal that a call of `callee` has at `index`. */
function argumentOf(
  node: ts.Expression | undefined,
  callee: string,
  index: number,
): ts.ObjectLiteralExpression | undefined {
  if (!node || !ts.isCallExpression(node) || node.expression.getText() !== callee) return undefined;
  const argument = node.arguments[index];
  return argument && ts.isObjectLiteralExpression(argument) ? argument : undefined;
}

function note(comments: Map<string, string>, name: string, node: ts.Node): void {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = comment && ts.getTextOfJSDocComment(comment.comment);
  if (text) comments.set(name, text.replaceAll(/\s+/g, ' '));
}
