import type { Node } from 'oxc-parser';
import type { Change } from './mutant.ts';

/** A function with the type that it declares to return. */
export interface Returning {
  readonly async: boolean;
  readonly generator?: boolean;
  readonly returnType?: { readonly typeAnnotation: Node } | null | undefined;
}

/**
 * Returns the simplest values of a function's declared return type, which replace the value that it returns: `''`, `[]`, `0`,
 * `true` and `false`, `null`, `undefined`. A function without a declared type has none.
 */
export function findReturnChanges({ async, generator, returnType }: Returning, argument: Node): Change[] {
  if (!returnType || generator) return [];
  const type = async ? unwrapPromise(returnType.typeAnnotation) : returnType.typeAnnotation;
  return simplestValues(type)
    .filter((value) => !isAlready(argument, value))
    .map((after) => ({ operator: 'return', after }));
}

function unwrapPromise(type: Node): Node {
  return type.type === 'TSTypeReference' ? (type.typeArguments?.params[0] ?? type) : type;
}

function simplestValues(type: Node): string[] {
  switch (type.type) {
    case 'TSStringKeyword':
      return ["''"];
    case 'TSNumberKeyword':
      return ['0'];
    case 'TSBooleanKeyword':
    case 'TSTypePredicate':
      return ['true', 'false'];
    case 'TSArrayType':
      return ['[]'];
    case 'TSTypeOperator':
      return simplestValues(type.typeAnnotation);
    case 'TSUndefinedKeyword':
      return ['undefined'];
    case 'TSNullKeyword':
      return ['null'];
    case 'TSUnionType':
      return [...new Set(type.types.flatMap(simplestValues))];
    default:
      return [];
  }
}

/** Boolean operators and literals have changes of their own, and a change to the same value changes nothing. */
function isAlready(argument: Node, value: string): boolean {
  if (argument.type === 'Literal')
    return typeof argument.value === 'boolean' || argument.raw === value || argument.value === '';
  if (argument.type === 'ArrayExpression') return argument.elements.length === 0 && value === '[]';
  return argument.type === 'Identifier' && argument.name === value;
}
