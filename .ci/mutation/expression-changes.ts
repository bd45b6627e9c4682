import type { Node } from 'oxc-parser';
import type { Change, Span } from './mutant.ts';

/** Returns the source text of a node. */
type TextOf = (span: Span) => string;

type Turn = readonly [operator: string, kind: string];

const turns: Readonly<Record<string, readonly Turn[]>> = {
  '<': [
    ['<=', 'boundary'],
    ['>=', 'negation'],
  ],
  '<=': [
    ['<', 'boundary'],
    ['>', 'negation'],
  ],
  '>': [
    ['>=', 'boundary'],
    ['<=', 'negation'],
  ],
  '>=': [
    ['>', 'boundary'],
    ['<', 'negation'],
  ],
  '===': [['!==', 'negation']],
  '!==': [['===', 'negation']],
  '+': [['-', 'arithmetic']],
  '-': [['+', 'arithmetic']],
  '*': [['/', 'arithmetic']],
  '/': [['*', 'arithmetic']],
  '%': [['*', 'arithmetic']],
  '&&': [['||', 'logic']],
  '||': [['&&', 'logic']],
  '??': [['&&', 'default']],
  '+=': [['-=', 'arithmetic']],
  '-=': [['+=', 'arithmetic']],
  '??=': [['&&=', 'default']],
  '++': [['--', 'arithmetic']],
  '--': [['++', 'arithmetic']],
};

const methodTurns: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Returns the changes of an expression: another operator, literal or method, or an optional chain made plain. */
export function findExpressionChanges(node: Node, textOf: TextOf): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return isJoined(node) ? [] : turnBinary(node, textOf);
    case 'UpdateExpression':
      return turnsOf(node.operator).map(([to, operator]) => ({
        operator,
        after: node.prefix ? to + textOf(node.argument) : textOf(node.argument) + to,
      }));
    case 'UnaryExpression':
      if (node.operator === '!') return [{ operator: 'negation', after: textOf(node.argument) }];
      return node.operator === '-' ? [{ operator: 'arithmetic', after: textOf(node.argument) }] : [];
    case 'Literal':
      return typeof node.value === 'boolean' ? [{ operator: 'boolean', after: String(!node.value) }] : [];
    case 'ChainExpression':
      return findOptionalDots(node.expression, textOf).map((dot) => dropDot(node, dot, textOf));
    case 'CallExpression':
      return turnMethod(node, textOf);
    default:
      return [];
  }
}

/** Returns `true` and `false` in place of the condition of a branch, and `false` for the condition of a loop. */
export function findConditionChanges(test: Node, isLoop: boolean): Change[] {
  if (test.type === 'Literal') return [];
  return (isLoop ? ['false'] : ['true', 'false']).map((after) => ({ operator: 'condition', after }));
}

function turnsOf(operator: string): readonly Turn[] {
  return turns[operator] ?? [];
}

/** Texts are joined with `+`, which has no counterpart for them. */
function isJoined({ operator, left, right }: { left: Node; right: Node; operator: string }): boolean {
  return (operator === '+' || operator === '+=') && (isText(left) || isText(right));
}

function isText(node: Node): boolean {
  if (node.type === 'BinaryExpression') return isJoined(node);
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function turnBinary(node: Node & { left: Node; right: Node; operator: string }, textOf: TextOf): Change[] {
  const isAssignment = node.type === 'AssignmentExpression';
  return turnsOf(node.operator).map(([to, operator]) => ({
    operator,
    after: isAssignment
      ? `${textOf(node.left)} ${to} ${textOf(node.right)}`
      : `${inParentheses(node.left, textOf)} ${to} ${inParentheses(node.right, textOf)}`,
  }));
}

/** A mixture of `??` with `&&` or `||`, and a change of precedence, need parentheses. */
function inParentheses(node: Node, textOf: TextOf): string {
  const isPlain = ['Identifier', 'Literal', 'MemberExpression', 'CallExpression', 'ChainExpression', 'TemplateLiteral'];
  return isPlain.includes(node.type) ? textOf(node) : `(${textOf(node)})`;
}

/** Returns the positions of `?.` in a chain. */
function findOptionalDots(node: Node, textOf: TextOf): Span[] {
  switch (node.type) {
    case 'TSNonNullExpression':
      return findOptionalDots(node.expression, textOf);
    case 'MemberExpression':
      return [
        ...findOptionalDots(node.object, textOf),
        ...(node.optional ? [dotAfter(node.object, node, textOf)] : []),
      ];
    case 'CallExpression':
      return [
        ...findOptionalDots(node.callee, textOf),
        ...(node.optional ? [dotAfter(node.callee, node, textOf)] : []),
      ];
    default:
      return [];
  }
}

function dotAfter(object: Span, { end }: Span, textOf: TextOf): Span {
  const start = object.end + textOf({ start: object.end, end }).indexOf('?.');
  return { start, end: start + 2 };
}

function dropDot({ start, end }: Span, dot: Span, textOf: TextOf): Change {
  const next = textOf({ start: dot.end, end: dot.end + 1 });
  const plain = next === '(' || next === '[' ? '' : '.';
  const after = textOf({ start, end: dot.start }) + plain + textOf({ start: dot.end, end });
  return { operator: 'optional', after };
}

function turnMethod(node: Node & { type: 'CallExpression' }, textOf: TextOf): Change[] {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return [];
  const to = methodTurns.get(callee.property.name);
  if (to === undefined) return [];
  const after =
    textOf({ start: node.start, end: callee.property.start }) +
    to +
    textOf({ start: callee.property.end, end: node.end });
  return [{ operator: 'method', after }];
}
