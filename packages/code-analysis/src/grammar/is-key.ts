import type { Node } from 'web-tree-sitter';

/** Nodes whose field is the name of an argument or of a field of an object. */
const keyFields: Readonly<Record<string, string>> = {
  // Of C# and PHP.
  argument: 'name',
  element_value_pair: 'key',
  field_initializer: 'field',
  keyword_argument: 'name',
};

/** Nodes that hold names with an equals sign or a colon after them. */
const pairs: ReadonlySet<string> = new Set([
  'anonymous_object_creation_expression',
  'attribute_argument',
  'keyword_pattern',
  'with_initializer',
]);

/** Literals of Go whose keys are expressions. */
const indexed = /^(?:map|slice|array|implicit_length_array)_type$/u;

/** Checks for a name of an argument, of an element of an annotation, or of a field in a literal of an object, as in `f(name=1)`. */
export function isKey(node: Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  const { type } = parent;
  const field = Object.hasOwn(keyFields, type) ? keyFields[type] : undefined;
  if (field !== undefined) return parent.childForFieldName(field)?.id === node.id;
  if (pairs.has(type)) return /^[=:]$/u.test(node.nextSibling?.type ?? '');
  if (type === 'literal_element') return isFieldOfGo(parent);
  const isAssigned = type === 'assignment_expression' && parent.childForFieldName('left')?.id === node.id;
  return isAssigned && /^(?:initializer_expression|attribute_argument)$/u.test(parent.parent?.type ?? '');
}

/** The keys of a type with a name are fields, unless it is one of a map. */
function isFieldOfGo(element: Node): boolean {
  const pair = element.parent;
  if (pair?.type !== 'keyed_element' || pair.childForFieldName('key')?.id !== element.id) return false;
  const literal = pair.parent?.parent;
  return literal?.type !== 'composite_literal' || !indexed.test(literal.childForFieldName('type')?.type ?? '');
}
