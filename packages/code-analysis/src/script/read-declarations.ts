import { type CodeSymbolKind, maxEntries } from '../structure/code-structure.ts';
import { isNode, type ScriptNode, toIdentifier, typeOf } from './script-node.ts';

/** A declaration in a script. */
interface ScriptDeclaration {
  readonly node: ScriptNode;
  /** The node with its keywords `export` and `const`. */
  readonly statement: ScriptNode;
  readonly id: ScriptNode;
  readonly name: string;
  readonly kind: CodeSymbolKind;
  /** Empty at the top. */
  readonly container: string;
}

/** A node that may declare something, to be opened. */
interface OpenNode {
  readonly node: ScriptNode;
  readonly statement: ScriptNode;
  readonly container: string;
}

const kinds: Readonly<Record<string, CodeSymbolKind>> = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  TSEnumDeclaration: 'enum',
  TSModuleDeclaration: 'module',
  MethodDefinition: 'method',
  TSAbstractMethodDefinition: 'method',
  TSMethodSignature: 'method',
  PropertyDefinition: 'variable',
  AccessorProperty: 'variable',
  TSPropertySignature: 'variable',
};

/** Kinds of expressions that make a variable or a field a function or a class. */
const valueKinds: Readonly<Record<string, CodeSymbolKind>> = {
  ArrowFunctionExpression: 'function',
  FunctionExpression: 'function',
  ClassExpression: 'class',
};

/** Lists the declarations of a script outside of functions, in their order. A stack instead of recursion bounds the depth. */
export function readDeclarations(body: Iterable<ScriptNode>, text: string): ScriptDeclaration[] {
  const found: ScriptDeclaration[] = [];
  const open: OpenNode[] = [...body].toReversed().map((node) => ({ node, statement: node, container: '' }));
  for (let next = open.pop(); next && found.length <= maxEntries; next = open.pop()) {
    const declared = toDeclaration(next, text) ?? toAssigned(next);
    if (declared) found.push(declared);
    open.push(...partsOf(next, declared, text).toReversed());
  }
  return found;
}

function toDeclaration({ node, statement, container }: OpenNode, text: string): ScriptDeclaration | undefined {
  // A name in a pattern; `export default name` declares none.
  if (typeOf(node) === 'Identifier' && statement.type !== 'ExportDefaultDeclaration') {
    return { node: statement, statement, id: node, name: node.name ?? '', kind: 'variable', container };
  }
  const isGlobal = node.type === 'TSGlobalDeclaration';
  const id = isGlobal ? toIdentifier('global', text.indexOf('global', node.start)) : (node.id ?? node.key);
  const isDefault = statement.type === 'ExportDefaultDeclaration';
  const kind = kindOf(node, container);
  if (kind === undefined || (!id && !isDefault) || node.computed === true) return undefined;
  const name = id ? qualify(nameOf(id), node.body) : 'default';
  return name === undefined ? undefined : { node, statement, id: id ?? node, name, kind, container };
}

/** A function or class that is assigned to a member: `app.use = function () {}`, `module.exports = class {}`. */
function toAssigned({ node: statement, container }: OpenNode): ScriptDeclaration | undefined {
  const { expression } = statement;
  if (!isNode(expression) || !expression.left || container !== '') return undefined;
  let node = expression.right;
  while (node?.type === 'AssignmentExpression') node = node.right;
  const kind = valueKinds[node?.type ?? ''];
  const path = pathOf(expression.left);
  const at = path.lastIndexOf('.');
  if (!node || kind === undefined || (at < 1 && path !== 'exports')) return undefined;
  const declared = { node, statement, id: expression.left.property ?? expression.left, name: path.slice(at + 1) };
  if (at < 1) return { ...declared, kind, container };
  return { ...declared, kind: kind === 'class' ? kind : 'method', container: path.slice(0, at) };
}

/** The path of a member without `module` and `prototype`; empty if it is long. */
export function pathOf(node: ScriptNode, depth = 0): string {
  if (typeOf(node) === 'Identifier') return node.name ?? '';
  const isMember = typeOf(node) === 'MemberExpression' && node.computed !== true && depth < 5;
  const object = isMember && node.object && pathOf(node.object, depth + 1);
  if (!object) return '';
  const path = `${object}.${node.property?.name ?? ''}`;
  return path === 'module.exports' ? 'exports' : path.replace(/\.prototype$/u, '');
}

function kindOf(node: ScriptNode, container: string): CodeSymbolKind | undefined {
  if (node.type === 'VariableDeclarator') return valueKinds[node.init?.type ?? ''] ?? 'variable';
  const kind = kinds[typeOf(node)];
  if (kind !== 'variable') return kind;
  const isFunction = isNode(node.value) && valueKinds[node.value.type] === 'function';
  return isFunction && container !== '' ? 'method' : kind;
}

/** Adds the names of the namespaces that `namespace a.b` nests. */
function qualify(name: string | undefined, body: ScriptNode['body']): string | undefined {
  if (name === undefined || !isNode(body) || typeOf(body) !== 'TSModuleDeclaration' || !body.id) return name;
  return `${name}.${qualify(nameOf(body.id), body.body) ?? ''}`;
}

function nameOf({ type, name, value, left, right }: ScriptNode): string | undefined {
  if (type === 'PrivateIdentifier') return `#${name ?? ''}`;
  if (type === 'TSQualifiedName' && left && right) return `${nameOf(left) ?? ''}.${nameOf(right) ?? ''}`;
  return name ?? (typeof value === 'string' ? value : undefined);
}

/** The nodes inside of a node that may declare something. */
function partsOf(
  { node, statement, container }: OpenNode,
  declared: ScriptDeclaration | undefined,
  text: string,
): OpenNode[] {
  if (node.declaration) return [{ node: node.declaration, statement: node, container }];
  if (node.declarations) return [...node.declarations].map((each) => ({ node: each, statement, container }));
  const parts = patternPartsOf(node, text);
  if (parts) return parts.map((each) => ({ node: each, statement, container }));
  if (!declared || !(declared.kind in opened)) return [];
  const holder = node.type === 'VariableDeclarator' ? node.init : declared.node;
  const inside = declared.container === '' ? declared.name : `${declared.container}.${declared.name}`;
  return bodyOf(holder).map((each) => ({ node: each, statement: each, container: inside }));
}

const wrappers: ReadonlySet<string> = new Set(['AssignmentPattern', 'Property', 'BindingProperty', 'RestElement']);

/** Returns the parts of a pattern, and the pattern of a variable; `undefined` for other nodes. */
function patternPartsOf(node: ScriptNode, text: string): ScriptNode[] | undefined {
  const { type } = node;
  if (type === 'VariableDeclarator') return node.id && typeOf(node.id) !== 'Identifier' ? [node.id] : undefined;
  if (wrappers.has(type)) return [node.left, node.argument, node.value].filter(isNode);
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

const opened: Partial<Record<CodeSymbolKind, true>> = { class: true, interface: true, module: true };

function bodyOf(node: ScriptNode | null | undefined): ScriptNode[] {
  const body = node?.body;
  if (isNode(body)) return bodyOf(body);
  return body ? [...body] : [];
}
