import type { CodeExport, CodeImport } from '../structure/code-structure.ts';
import type { LineIndex } from '../structure/line-index.ts';
import { pathOf } from './read-declarations.ts';
import { isNode, type ScriptNode, typeOf } from './script-node.ts';

/** The imports and exports of CommonJS at the top of a script, and `import x = require()` of TypeScript. */
interface CommonJs {
  readonly imports: readonly CodeImport[];
  readonly exports: readonly CodeExport[];
}

/** Finds `require` calls and assignments to `exports` in the statements of a script, not inside of functions. */
export function findCommonJs(body: Iterable<ScriptNode>, lines: LineIndex): CommonJs {
  const imports: CodeImport[] = [];
  const exports: CodeExport[] = [];
  for (const node of body) {
    const startLine = lines.lineAt(node.start);
    const assigned = assignmentOf(node);
    exports.push(...exportsOf(assigned).map((name) => ({ name, startLine })));
    for (const value of valuesOf(node, assigned)) {
      const module = requiredModule(value);
      if (module === undefined) continue;
      imports.push({ module, names: ['*'], kind: 'require', typeOnly: false, startLine });
    }
  }
  return { imports, exports };
}

function assignmentOf({ type, expression }: ScriptNode): ScriptNode | undefined {
  if (type !== 'ExpressionStatement' || !isNode(expression)) return undefined;
  return expression.type === 'AssignmentExpression' ? expression : undefined;
}

/** The exported names: `module.exports` is `default`, `exports.x` and members of `module.exports = { x }` are `x`. */
function exportsOf(assigned: ScriptNode | undefined): string[] {
  const names: string[] = [];
  let value = assigned;
  for (; value?.type === 'AssignmentExpression'; value = value.right) {
    const name = value.left?.property?.name ?? '';
    const path = value.left && name ? pathOf(value.left) : '';
    if (path === 'exports') names.push('default');
    else if (path === `exports.${name}`) names.push(name);
  }
  const members = names.includes('default') ? [...(value?.properties ?? [])] : [];
  return [...names, ...members.flatMap(({ key }) => key?.name ?? textOf(key) ?? [])];
}

function valuesOf(node: ScriptNode, assigned: ScriptNode | undefined): ScriptNode[] {
  if (node.type === 'VariableDeclaration') return [...(node.declarations ?? [])].flatMap(({ init }) => init ?? []);
  if (node.type === 'TSImportEqualsDeclaration') return node.moduleReference ? [node.moduleReference] : [];
  if (assigned) return assigned.right ? [assigned.right] : [];
  return node.type === 'ExpressionStatement' && isNode(node.expression) ? [node.expression] : [];
}

/** `require('x')`, and the members of it that are read or called: `require('x').y`, `require('x')()`. */
function requiredModule(value: ScriptNode): string | undefined {
  let node: ScriptNode | undefined = value;
  for (let depth = 0; node && depth < maxChain; depth += 1) {
    if (node.type === 'TSExternalModuleReference') return textOf(isNode(node.expression) ? node.expression : undefined);
    if (typeOf(node) === 'MemberExpression') node = node.object;
    else if (node.type !== 'CallExpression') return undefined;
    else if (node.callee && pathOf(node.callee) === 'require') {
      return textOf([...(node.arguments ?? [])][0]);
    } else node = node.callee;
  }
  return undefined;
}

const maxChain = 5;

function textOf(node: ScriptNode | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined;
}
