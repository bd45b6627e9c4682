/** A change of one expression or statement of a source file. */
export interface Mutant {
  /** Unique within a run, from 1. */
  readonly id: number;
  /** From the root of the repository. */
  readonly path: string;
  readonly line: number;
  /** The named function, method or constant around the change; empty at the top of a module. */
  readonly within: string;
  /** The kind of change, such as `boundary`. */
  readonly operator: string;
  readonly span: Span;
  readonly before: string;
  /** Source text that replaces the span; empty where a statement is removed. */
  readonly after: string;
  readonly isStatement: boolean;
}

/** Start and end in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A replacement that applies to a node, before it has a place in a run. */
export interface Change {
  readonly operator: string;
  readonly after: string;
}

/** Describes a mutant in a way that survives changes elsewhere in its file. */
export function toMutantKey({
  path,
  within,
  before,
  after,
}: Pick<Mutant, 'path' | 'within' | 'before' | 'after'>): string {
  return `${path}#${within}: ${shorten(before)} → ${after === '' ? 'removed' : shorten(after)}`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > 100 ? `${line.slice(0, 60)} … ${line.slice(-37)}` : line;
}
