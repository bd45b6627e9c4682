import { childrenOf, parseWholeScript } from '../script/parse-script.ts';
import { isNode, type ScriptNode } from '../script/script-node.ts';
import type { SourceText } from '../structure/code-structure.ts';
import { createLineIndex, type LineIndex } from '../structure/line-index.ts';
import { type CallArgument, type CodeCall, type CodeLiteral, maxCalls } from './code-call.ts';

/** The calls and literal strings of a script. */
export interface ScriptCalls {
  readonly calls: readonly CodeCall[];
  readonly literals: readonly CodeLiteral[];
}

const maxNames = 6;
const maxArguments = 4;
const maxFields = 20;

/** Finds calls with their literal arguments in a script. **Contract.** The text fits the parser, see `fitsParser`. */
export function findScriptCalls(source: SourceText): ScriptCalls {
  const { program } = parseWholeScript(source);
  const lines = createLineIndex(source.text);
  const calls: CodeCall[] = [];
  const literals: CodeLiteral[] = [];
  const open: { readonly node: ScriptNode; readonly decorates: boolean }[] = [
    { node: program as ScriptNode, decorates: false },
  ];
  for (let next = open.pop(); next && calls.length < maxCalls && literals.length < maxCalls; next = open.pop()) {
    const { node, decorates } = next;
    const call = toCall(node, { decorates, lines });
    if (call) calls.push(call);
    const text = textOf(node);
    if (text !== undefined) literals.push({ text, line: lines.lineAt(node.start) });
    for (const [child] of childrenOf(node).toReversed()) {
      open.push({ node: child, decorates: node.type === 'Decorator' });
    }
  }
  return { calls: calls.toSorted(byLine), literals: literals.toSorted(byLine) };
}

function byLine(one: { readonly line: number }, other: { readonly line: number }): number {
  return one.line - other.line;
}

function toCall(
  node: ScriptNode,
  { decorates, lines }: { readonly decorates: boolean; readonly lines: LineIndex },
): CodeCall | undefined {
  const { type, callee } = node;
  if ((type !== 'CallExpression' && type !== 'NewExpression') || !callee) return undefined;
  const name = calleeName(callee);
  if (name === undefined) return undefined;
  const written = [...(node.arguments ?? [])].slice(0, maxArguments);
  // Of a chain over several lines, the line of the last name.
  const place = callee.property ?? callee;
  return {
    callee: name,
    isNew: type === 'NewExpression',
    decorates,
    arguments: written.map(toArgument),
    named: new Map(written.flatMap(fieldsOf)),
    line: lines.lineAt(place.start),
  };
}

function calleeName(callee: ScriptNode): string | undefined {
  const names: string[] = [];
  let node: ScriptNode | undefined = callee;
  for (let depth = 0; node && depth < maxNames; depth += 1) {
    const { type, name, property, object }: ScriptNode = node;
    if (type === 'Identifier') return [name ?? '', ...names].join('.');
    if (type === 'ThisExpression') return ['this', ...names].join('.');
    if (type === 'CallExpression')
      return [`${(node.callee?.property ?? node.callee)?.name ?? ''}()`, ...names].join('.');
    if (type !== 'MemberExpression' || property?.name === undefined) break;
    names.unshift(property.name);
    node = object;
  }
  return names.length > 0 ? names.join('.') : undefined;
}

function toArgument(node: ScriptNode): CallArgument {
  const text = textOf(node);
  if (text !== undefined) return { kind: 'string', values: [text] };
  if (node.type === 'ArrayExpression') {
    const elements = [...(node.elements ?? [])].slice(0, maxFields);
    const values = elements.flatMap((element) => (element && textOf(element)) ?? []);
    return { kind: values.length > 0 ? 'strings' : 'other', values };
  }
  return { kind: node.type === 'ObjectExpression' ? 'object' : 'other', values: [] };
}

/** The fields of an object whose values are literal strings or lists of them. */
function fieldsOf(node: ScriptNode): (readonly [string, readonly string[]])[] {
  if (node.type !== 'ObjectExpression') return [];
  return [...(node.properties ?? [])].slice(0, maxFields).flatMap(({ type, key, value }) => {
    if (type !== 'Property' || !key || !isNode(value)) return [];
    const name = key.name ?? textOf(key);
    const { values } = toArgument(value);
    return name === undefined || values.length === 0 ? [] : [[name, values] as const];
  });
}

interface TemplateParts {
  readonly quasis?: readonly { readonly value?: { readonly raw?: string } }[];
}

/** The text of a literal string; parts of a template that are no text become `{}`. */
function textOf(node: ScriptNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return ((node as TemplateParts).quasis ?? []).map(({ value }) => value?.raw ?? '').join('{}');
}
