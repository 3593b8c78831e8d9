import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from '../test.ts';

const BRANCHING: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.ConditionalExpression,
];

function hasBranch(node: ts.Node): boolean {
  return BRANCHING.includes(node.kind) || (ts.forEachChild(node, (child) => hasBranch(child) || undefined) ?? false);
}

/** The bodies of all `test(...)` calls in a file, with their lines. */
function bodiesIn(file: string): { readonly line: number; readonly body: ts.Node }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const bodies: { line: number; body: ts.Node }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'test') {
      const body = node.arguments.findLast((one) => ts.isArrowFunction(one))?.body;
      if (body) bodies.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, body });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return bodies;
}

const MOST = 0.12;

test('few checks have a branch or a loop: a case is a test, or a class in a table', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.spec.ts'));
  const all = files
    .map((file) => path.join('tests', file))
    .flatMap((file) => bodiesIn(file).map((one) => ({ file, ...one })));
  const branching = all.filter(({ body }) => hasBranch(body)).map(({ file, line }) => `${file}:${line}`);
  expect(all.length).toBeGreaterThan(500);
  expect(branching.length / all.length, branching.join('\n')).toBeLessThanOrEqual(MOST);
});
