import { always, type GrammarRules } from '../grammar-rules.ts';

export const bashRules: GrammarRules = {
  grammar: 'bash',
  importKind: 'static',
  isExported: always,
  query: `
    (comment) @comment
    (function_definition name: (word) @name) @function
    (command name: (command_name (word) @_source) . argument: (word) @from
      (#match? @_source "^(source|\\\\.)$")) @import
  `,
};
