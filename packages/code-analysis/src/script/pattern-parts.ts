import { isNode, type ScriptNode, toIdentifier, typeOf } from './script-node.ts';

/** Returns the parts of a pattern, and the pattern of a variable; `undefined` for other nodes. */
export function patternPartsOf(node: ScriptNode, text: string): ScriptNode[] | undefined {
  const { type } = node;
  if (type === 'VariableDeclarator') return node.id && typeOf(node.id) !== 'Identifier' ? [node.id] : undefined;
  if (type === 'AssignmentPattern') return node.left && [node.left];
  if (type === 'Property' || type === 'BindingProperty') return isNode(node.value) ? [node.value] : [];
  if (type === 'RestElement') return node.argument && [node.argument];
  if (type !== 'ObjectPattern' && type !== 'ArrayPattern') return undefined;
  const parts = [...(node.properties ?? node.elements ?? [])].filter(isNode);
  return [...parts, ...restOf(text, parts.at(-1)?.end ?? node.start + 1)];
}

/** Finds `...rest` at the end of a pattern, which lazy trees leave out. */
function restOf(text: string, from: number): ScriptNode[] {
  const rest = /[\s,]*\.{3}\s*([\p{L}_$][\p{L}\p{N}_$]*)/uy;
  rest.lastIndex = from;
  const [, name] = rest.exec(text) ?? [];
  return name === undefined ? [] : [toIdentifier(name, rest.lastIndex - name.length)];
}
