import type { CodeLanguage } from '../language/code-language.ts';

/** A source file to read. */
export interface SourceText {
  /** Decides on the dialect, such as `tsx`, and on the language if that is absent. */
  readonly path: string;
  readonly text: string;
  readonly language?: CodeLanguage | undefined;
}

/** A part of a text: UTF-16 offsets, the end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type CodeSymbolKind = 'function' | 'method' | 'class' | 'interface' | 'type' | 'enum' | 'variable' | 'module';

/** A declaration. Those inside of functions are not listed. */
export interface CodeSymbol extends TextRange {
  readonly name: string;
  readonly kind: CodeSymbolKind;
  /** The enclosing classes, interfaces and modules, from the outermost, joined by dots. */
  readonly container?: string;
  /** From 1, inclusive, as `endLine`. */
  readonly startLine: number;
  readonly endLine: number;
  readonly nameRange: TextRange;
  /** True if other files can use it, as the language's keywords, spelling or export list say. */
  readonly exported: boolean;
  /** The first line of its documentation, at most 200 characters. */
  readonly doc?: string;
}

/** A reference to another module. */
export interface CodeImport {
  /** As written, without quotes. */
  readonly module: string;
  /** The imported names as the other module exports them; `*` for all, `default` for the default. */
  readonly names: readonly string[];
  readonly kind: 'static' | 'dynamic' | 'require' | 'reexport';
  /** True if only types are imported. */
  readonly typeOnly: boolean;
  /** From 1. */
  readonly startLine: number;
}

/** A name that other files can import. */
export interface CodeExport {
  /** `default` for a default export, `*` for all names of another module. */
  readonly name: string;
  /** The module that declares it, when it is not this one. */
  readonly from?: string;
  /** From 1. */
  readonly startLine: number;
}

/** The structure of one file. */
export interface CodeStructure {
  readonly language: CodeLanguage;
  readonly parser: 'oxc' | 'tree-sitter';
  /** In the order of the text. */
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly CodeImport[];
  readonly exports: readonly CodeExport[];
  /** The number of syntax errors. Declarations around them are read. */
  readonly syntaxErrors: number;
  /** True if a list was cut at {@link maxEntries}. */
  readonly truncated: boolean;
}

/** The most symbols, imports and exports of one file, each. */
export const maxEntries: number = 5_000;
