import type { Node } from 'web-tree-sitter';
import type { CodeLanguage } from '../language/code-language.ts';
import { findWords, type OccurrenceKind, type OccurrencePlace } from '../occurrence/occurrence.ts';
import type { SourceText } from '../structure/code-structure.ts';
import { grammarRulesOf } from './grammar-rules-of.ts';
import { isKey } from './is-key.ts';
import { loadGrammar } from './load-grammar.ts';
import { withSyntaxTree } from './with-syntax-tree.ts';

/** Finds the identifiers with a name in a file that a grammar reads. */
export async function findGrammarPlaces(
  source: SourceText & { readonly language: CodeLanguage },
  { name, timeMs }: { readonly name: string; readonly timeMs: number },
): Promise<OccurrencePlace[]> {
  const grammar = await loadGrammar(grammarRulesOf(source));
  return withSyntaxTree(grammar, { ...source, timeMs }, ({ rootNode }) =>
    findWords(source.text, name).flatMap(({ start, end }) => {
      const node = rootNode.descendantForIndex(start, end - 1);
      const isIdentifier = node?.startIndex === start && node.endIndex === end && identifier.test(node.type);
      if (!isIdentifier) return [];
      if (isKey(node)) return [{ start, end, kind: 'member', isKey: true }];
      const kind = kindOf(node);
      if (!shorthand.test(node.type) && !shorthand.test(node.parent?.type ?? '')) return [{ start, end, kind }];
      return [{ start, end, kind: kind === 'definition' ? kind : 'shorthand', shorthand: true }];
    }),
  );
}

const shorthand = /^shorthand/u;
/** The types of identifiers; `name` in PHP, `word` in Bash, `constant` and `instance_variable` in Ruby. */
const identifier = /(?:^|_)(?:identifier(?:_pattern)?|name|word|constant|variable)$/u;
const importing = /^(?:import|use_|using_|preproc_include|extern_crate|namespace_use|future_import)/u;
const defining =
  /(?:declaration|definition|_item|_spec|_elem|_specifier|declarator|type_alias|parameter|parameters|assignment|^method|^singleton_method|^class|^module|enum_constant|enumerator|enum_variant)$/u;
/** Patterns that bind names. */
const pattern = /^(?:pattern_list|(?:tuple|list|list_splat|object|array|rest|pair|(?:object_)?assignment)_pattern)$/u;
const calling = /(?:^call|_call|invocation|creation)/u;
const memberOf = /(?:attribute|member|selector|field_(?:access|expression)|scoped|qualified)/u;

function kindOf(node: Node): OccurrenceKind {
  if (hasAncestor(node, importing)) return 'import';
  const { parent } = node;
  if (!parent) return 'other';
  if (isDefined(parent, node)) return 'definition';
  if (isDefinedOutside(node)) return 'definition';
  if (parent.type === 'command_name') return 'call';
  const isMember = memberOf.test(parent.type) && parent.lastNamedChild?.id === node.id;
  const called = isMember ? parent : node;
  if (called.parent && calling.test(called.parent.type) && isCallee(called.parent, called)) return 'call';
  if (node.type === 'type_identifier') return 'type';
  return isMember || node.type === 'field_identifier' ? 'member' : 'other';
}

function isDefined(parent: Node, node: Node): boolean {
  if (pattern.test(parent.type)) return !['right', 'key'].some((field) => isField(parent, field, node));
  if (!defining.test(parent.type)) return false;
  if (['name', 'left', 'declarator', 'pattern'].some((field) => isField(parent, field, node))) return true;
  // Parameters of function types in Rust have no names.
  if (parent.type === 'parameters' && node.type === 'type_identifier') return false;
  return (
    /parameters?$/u.test(parent.type) &&
    !['type', 'value', 'default_value'].some((field) => isField(parent, field, node))
  );
}

/** Checks for the name of a C++ function that is defined outside of its class or namespace: `void Shop::open() {}`. */
function isDefinedOutside(node: Node): boolean {
  let name = node;
  while (name.parent?.type === 'qualified_identifier' && isField(name.parent, 'name', name)) {
    name = name.parent;
  }
  return name.id !== node.id && name.parent?.type === 'function_declarator' && isDefined(name.parent, name);
}

function isCallee(call: Node, node: Node): boolean {
  return ['function', 'name', 'method', 'constructor', 'type'].some((field) => isField(call, field, node));
}

function isField(parent: Node, field: string, node: Node): boolean {
  return parent.childForFieldName(field)?.id === node.id;
}

function hasAncestor(node: Node, type: RegExp): boolean {
  let current: Node | null = node.parent;
  for (let depth = 0; current && depth < 8; depth += 1) {
    if (type.test(current.type)) return true;
    current = current.parent;
  }
  return false;
}
