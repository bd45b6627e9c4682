import { always, type GrammarRules } from '../grammar-rules.ts';

export const rubyRules: GrammarRules = {
  grammar: 'ruby',
  importKind: 'require',
  isExported: always,
  query: `
    (comment) @comment
    (module name: (_) @name) @module
    (class name: (_) @name) @class
    (method name: (_) @name) @function
    (singleton_method name: (_) @name) @function
    (call method: (identifier) @_require arguments: (argument_list (string (string_content) @from))
      (#match? @_require "^(require|require_relative|load)$")) @import
  `,
};
