import { type Node, parseSync, visitorKeys } from 'oxc-parser';
import { findConditionChanges, findExpressionChanges } from './expression-changes.ts';
import type { Change, Mutant, Span } from './mutant.ts';
import { findReturnChanges, type Returning } from './return-changes.ts';

interface Source {
  readonly path: string;
  readonly text: string;
}

/** A node with its surroundings. */
interface Place {
  /** Names of the functions, methods and constants around it, joined by dots. */
  readonly within: string;
  /** The function that a `return` leaves. */
  readonly returning: Returning | undefined;
}

/** Finds all mutants of a TypeScript source file in the order of the text, with ids from `firstId`. */
export function findMutants({ path, text }: Source, firstId: number): Mutant[] {
  const { program, errors } = parseSync(path, text, { preserveParens: false });
  if (errors.length > 0) throw new Error(`"${path}" cannot be parsed: ${errors[0]?.message}`);
  const found: Omit<Mutant, 'id'>[] = [];
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  const add = (
    node: Span,
    place: Place,
    { changes, isStatement }: { changes: readonly Change[]; isStatement: boolean },
  ): void => {
    for (const { operator, after } of changes) {
      const before = textOf(node);
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ path, line, within: place.within, operator, span: spanOf(node), before, after, isStatement });
    }
  };

  const visit = (node: Node, place: Place): void => {
    if (isType(node)) return;
    add(node, place, { changes: findExpressionChanges(node, textOf), isStatement: false });
    const test = conditionOf(node);
    if (test) add(test, place, { changes: findConditionChanges(test, isLoop(node)), isStatement: false });
    const returned = returnedBy(node);
    const returning = isFunction(node) ? node : place.returning;
    if (returned && returning) {
      add(returned, place, { changes: findReturnChanges(returning, returned), isStatement: false });
    }
    if (isRemovable(node)) {
      add(node, place, { changes: [{ operator: 'statement', after: '' }], isStatement: true });
    }
    const inside = { within: nameWithin(node, place.within), returning };
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(program, { within: '', returning: undefined });
  const inOrder = found.sort((one, other) => one.span.start - other.span.start || other.span.end - one.span.end);
  return withoutDuplicates(inOrder).map((mutant, index) => ({ ...mutant, id: firstId + index }));
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function isType(node: Node): boolean {
  const withValue = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
  return node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !withValue.includes(node.type));
}

function isFunction(node: Node): node is Node & Returning {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
}

function conditionOf(node: Node): Node | null {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return node.test;
    default:
      return null;
  }
}

function isLoop(node: Node): boolean {
  return node.type.endsWith('Statement') && node.type !== 'IfStatement';
}

function returnedBy(node: Node): Node | null {
  if (node.type === 'ReturnStatement') return node.argument;
  return node.type === 'ArrowFunctionExpression' && node.expression ? node.body : null;
}

function isRemovable(node: Node): boolean {
  if (node.type === 'ThrowStatement') return true;
  if (node.type !== 'ExpressionStatement') return false;
  const { expression } = node;
  return !(expression.type === 'CallExpression' && expression.callee.type === 'Super');
}

function nameWithin(node: Node, outer: string): string {
  const name = nameOf(node);
  return name === undefined ? outer : [outer, name].filter((part) => part !== '').join('.');
}

function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id?.name;
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' ? node.id.name : undefined;
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'Property':
      return node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier' ? node.key.name : undefined;
    default:
      return undefined;
  }
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const child = (node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null>>)[key];
    return [child ?? []].flat().filter((each) => each !== null);
  });
}

/** A returned condition can be replaced with `true` for two reasons. */
function withoutDuplicates(mutants: readonly Omit<Mutant, 'id'>[]): Omit<Mutant, 'id'>[] {
  const seen = new Set<string>();
  return mutants.filter(({ span, after, isStatement }) => {
    const key = `${span.start}-${span.end}-${isStatement}: ${after}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
