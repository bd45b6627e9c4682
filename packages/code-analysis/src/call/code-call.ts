/** An argument of a call: a literal string, several in a list, or anything else. */
export interface CallArgument {
  readonly kind: 'string' | 'strings' | 'object' | 'other';
  readonly values: readonly string[];
}

/** A call, a construction or a decorator with its literal arguments. */
export interface CodeCall {
  /** Names joined by dots, such as `app.get`; `()` stands for a call within. */
  readonly callee: string;
  readonly isNew: boolean;
  readonly decorates: boolean;
  /** The first arguments. */
  readonly arguments: readonly CallArgument[];
  /** Literal strings of named arguments, and of the fields of objects. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** From 1. */
  readonly line: number;
}

/** A literal string. */
export interface CodeLiteral {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** The most calls, and literal strings, of a file. */
export const maxCalls = 50_000;

/** The last name of a callee. */
export function verbOf({ callee }: CodeCall): string {
  return callee.slice(callee.lastIndexOf('.') + 1);
}

/** The name before the last one of a callee; empty if there is none. */
export function receiverOf({ callee }: CodeCall): string {
  const names = callee.split('.');
  return names.at(-2) ?? '';
}

/** The literal string at a position; undefined for anything else. */
export function textAt(call: CodeCall, position: number): string | undefined {
  const argument = call.arguments[position];
  return argument?.kind === 'string' ? argument.values[0] : undefined;
}
