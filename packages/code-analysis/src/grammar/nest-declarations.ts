import type { Node } from 'web-tree-sitter';
import type { CodeSymbolKind } from '../structure/code-structure.ts';

/** A captured declaration, or a scope such as an `impl` of Rust, which contains declarations and is none. */
export interface GrammarDeclaration {
  readonly kind: CodeSymbolKind | 'scope';
  readonly node: Node;
  readonly name: Node;
  /** The place of the pattern in the query: of equal captures the first pattern's counts. */
  readonly pattern: number;
  /** Names the container of a method that is declared outside of it. */
  readonly owner?: Node | undefined;
}

/** A declaration with the names of its containers, joined by dots; empty at the top. */
interface NestedDeclaration {
  readonly kind: CodeSymbolKind;
  readonly node: Node;
  readonly name: Node;
  readonly container: string;
}

/**
 * Orders declarations and finds their containers by their ranges. Declarations inside of functions are dropped, functions of
 * classes become methods.
 * Of several captures with the same name the largest one counts, which has the decorators; of equal ones the first pattern's.
 */
export function nestDeclarations(captured: readonly GrammarDeclaration[]): NestedDeclaration[] {
  const found: NestedDeclaration[] = [];
  const open: GrammarDeclaration[] = [];
  for (const declaration of withoutDoubles(captured)) {
    const { kind, node, name, owner } = declaration;
    closeBefore(open, node.startIndex);
    const isLocal = open.some((outer) => isFunction(outer.kind));
    if (!isLocal && kind !== 'scope') {
      const isMethod = kind === 'function' && holdsMethods.has(open.at(-1)?.kind ?? '');
      const path = [...open, ...(owner ? [{ name: owner }] : [])].map((outer) => outer.name.text);
      found.push({ kind: isMethod ? 'method' : kind, node, name, container: path.join('.') });
    }
    if (holdsOthers(kind)) open.push(declaration);
  }
  return found;
}

/** Removes the declarations that end before an offset from the end of a list. */
function closeBefore(open: GrammarDeclaration[], offset: number): void {
  while ((open.at(-1)?.node.endIndex ?? Infinity) <= offset) open.pop();
}

function withoutDoubles(captured: readonly GrammarDeclaration[]): GrammarDeclaration[] {
  const best = new Map<number, GrammarDeclaration>();
  for (const declaration of captured) {
    const known = best.get(declaration.name.startIndex);
    if (!known || isBetter(declaration, known)) best.set(declaration.name.startIndex, declaration);
  }
  return [...best.values()].toSorted(
    (one, other) => one.node.startIndex - other.node.startIndex || other.node.endIndex - one.node.endIndex,
  );
}

function lengthOf({ node }: GrammarDeclaration): number {
  return node.endIndex - node.startIndex;
}

function isBetter(one: GrammarDeclaration, other: GrammarDeclaration): boolean {
  const difference = lengthOf(one) - lengthOf(other);
  return difference > 0 || (difference === 0 && one.pattern < other.pattern);
}

function isFunction(kind: GrammarDeclaration['kind']): boolean {
  return kind === 'function' || kind === 'method';
}

function holdsOthers(kind: GrammarDeclaration['kind']): boolean {
  return isFunction(kind) || kind === 'module' || holdsMethods.has(kind);
}

const holdsMethods: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'scope']);
