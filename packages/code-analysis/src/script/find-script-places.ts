import type { OccurrenceKind, OccurrencePlace } from '../occurrence/occurrence.ts';
import type { SourceText } from '../structure/code-structure.ts';
import { childrenOf, parseWholeScript } from './parse-script.ts';
import type { ScriptNode } from './script-node.ts';

/** A node of a whole tree and the way to it. */
interface Visit {
  readonly node: ScriptNode;
  readonly parent: ScriptNode | undefined;
  /** The field of the parent. */
  readonly field: string;
  /** The role of names in this part of the tree, if it has one for all of them. */
  readonly role?: OccurrenceKind | undefined;
}

/**
 * Finds the identifiers of a script with a name; `undefined` for a script that the parser gives up at a syntax error.
 *
 * **Contract.** The text fits the parser, see `fitsParser`.
 */
export function findScriptPlaces(source: SourceText, name: string): OccurrencePlace[] | undefined {
  const { program, isGivenUp } = parseWholeScript(source);
  if (isGivenUp) return undefined;
  const places = new Map<number, OccurrencePlace>();
  const open: Visit[] = [{ node: program as ScriptNode, parent: undefined, field: '' }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { node, role } = visit;
    if (nameOf(node) === name) {
      const kind = role ?? kindOf(visit);
      const known = places.get(node.start)?.kind;
      // The key and the value of a shorthand are at one place.
      const shorthand = known === 'shorthand' || kind === 'shorthand';
      const place = { start: node.start, end: node.start + name.length, kind: known === 'definition' ? known : kind };
      places.set(node.start, shorthand ? { ...place, shorthand } : place);
    }
    for (const [child, field] of childrenOf(node)) {
      open.push({ node: child, parent: node, field, role: roleOf(node, field, role) });
    }
  }
  return [...places.values()].toSorted((one, other) => one.start - other.start);
}

const identifiers: ReadonlySet<string> = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier']);

function nameOf({ type, name }: ScriptNode): string | undefined {
  if (!identifiers.has(type)) return undefined;
  return type === 'PrivateIdentifier' ? `#${name ?? ''}` : name;
}

/** Patterns pass on that their names are definitions; types and default values within them do not take part. */
function roleOf(
  { type, computed }: ScriptNode,
  field: string,
  inherited: OccurrenceKind | undefined,
): OccurrenceKind | undefined {
  if (type === 'ImportDeclaration') return 'import';
  if (inherited === 'import') return inherited;
  if (field === 'typeAnnotation' || field === 'decorators') return undefined;
  if (bindings.has(`${type}.${field}`) && computed !== true) return 'definition';
  if (field === 'callee' || (inherited === 'call' && type === 'MemberExpression' && field === 'property'))
    return 'call';
  return inherited === 'definition' && patternParts.has(`${type}.${field}`) ? inherited : undefined;
}

const bindings: ReadonlySet<string> = new Set([
  'VariableDeclarator.id',
  'FunctionDeclaration.id',
  'FunctionDeclaration.params',
  'FunctionExpression.id',
  'FunctionExpression.params',
  'ArrowFunctionExpression.params',
  'TSDeclareFunction.id',
  'TSDeclareFunction.params',
  'TSEmptyBodyFunctionExpression.params',
  'ClassDeclaration.id',
  'ClassExpression.id',
  'CatchClause.param',
  'MethodDefinition.key',
  'TSAbstractMethodDefinition.key',
  'PropertyDefinition.key',
  'TSAbstractPropertyDefinition.key',
  'AccessorProperty.key',
  'TSMethodSignature.key',
  'TSPropertySignature.key',
  'TSInterfaceDeclaration.id',
  'TSTypeAliasDeclaration.id',
  'TSEnumDeclaration.id',
  'TSEnumMember.id',
  'TSModuleDeclaration.id',
  'TSImportEqualsDeclaration.id',
  'TSTypeParameter.name',
]);

const patternParts: ReadonlySet<string> = new Set([
  'ArrayPattern.elements',
  'AssignmentPattern.left',
  'ObjectPattern.properties',
  'Property.value',
  'RestElement.argument',
  'TSParameterProperty.parameter',
]);

const typeFields: ReadonlySet<string> = new Set([
  'TSTypeReference.typeName',
  'TSInterfaceHeritage.expression',
  'TSClassImplements.expression',
]);

function kindOf({ node, parent, field }: Visit): OccurrenceKind {
  const place = `${parent?.type ?? ''}.${field}`;
  if (typeFields.has(place)) return 'type';
  if (parent?.type === 'Property' && parent.shorthand === true) return 'shorthand';
  const isProperty = field === 'property' || (place === 'Property.key' && parent?.computed !== true);
  return (isProperty && parent?.computed !== true) || node.type === 'PrivateIdentifier' ? 'member' : 'other';
}
