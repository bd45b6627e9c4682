import type { CodeImport } from '../structure/code-structure.ts';

/** How the structure of a language is read from the tree of its grammar. */
export interface GrammarRules {
  /** The file `tree-sitter-{grammar}.wasm`. */
  readonly grammar: string;
  /**
   * A tree-sitter query. `@function`, `@method`, `@class`, `@interface`, `@type`, `@enum`, `@variable` and `@module` capture
   * declarations together with their `@name`; `@scope` captures a part that is a container of its `@name` and no
   * declaration; `@owner` names the container of a declaration outside of it. `@import` captures a statement with its `@from` and its `@imported` names, `@comment` comments, `@doc` a
   * text of documentation inside of a declaration, and `@exported` a name of an export list.
   */
  readonly query: string;
  /** Judges by the name, and by the text of the declaration up to its body. */
  isExported(name: string, head: string): boolean;
  /** True if only names of an export list are exported. */
  readonly exportsAreListed?: boolean;
  readonly importKind: CodeImport['kind'];
}

/** Shortens a rule: everything is exported. */
export const always = (): boolean => true;
