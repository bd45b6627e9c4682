/** The types of nodes of a lazy tree that have another name in ESTree. */
const standardTypes: Readonly<Record<string, string>> = {
  BindingIdentifier: 'Identifier',
  IdentifierName: 'Identifier',
  IdentifierReference: 'Identifier',
  StaticMemberExpression: 'MemberExpression',
  TSExternalModuleDeclaration: 'TSModuleDeclaration',
  TSGlobalDeclaration: 'TSModuleDeclaration',
  TSNamespaceDeclaration: 'TSModuleDeclaration',
};

/** The ESTree type of a node of a lazy or a whole tree. */
export function typeOf({ type }: Pick<ScriptNode, 'type'>): string {
  return standardTypes[type] ?? type;
}

/** The fields of ESTree nodes that the readers of scripts use. */
export interface ScriptNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: ScriptNode | null;
  readonly key?: ScriptNode;
  readonly name?: string;
  readonly value?: unknown;
  readonly kind?: string;
  readonly computed?: boolean;
  readonly shorthand?: boolean;
  readonly declaration?: ScriptNode | null;
  readonly declarations?: Iterable<ScriptNode>;
  readonly init?: ScriptNode | null;
  readonly body?: ScriptNode | Iterable<ScriptNode> | null;
  readonly expression?: ScriptNode | boolean;
  readonly left?: ScriptNode;
  readonly right?: ScriptNode;
  readonly object?: ScriptNode;
  readonly property?: ScriptNode;
  readonly callee?: ScriptNode;
  readonly arguments?: Iterable<ScriptNode>;
  readonly moduleReference?: ScriptNode;
  readonly properties?: Iterable<ScriptNode>;
  readonly elements?: Iterable<ScriptNode | null>;
  readonly argument?: ScriptNode;
}

/** Creates the node of a name that lazy trees leave out. */
export function toIdentifier(name: string, start: number): ScriptNode {
  return { type: 'Identifier', name, start, end: start + name.length };
}

/** Returns true for a node, false for other values of a field. */
export function isNode(value: unknown): value is ScriptNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
