import type { GrammarRules } from '../grammar-rules.ts';

export const phpRules: GrammarRules = {
  grammar: 'php',
  importKind: 'static',
  isExported: (_, head) => !/\b(?:private|protected)\b/u.test(head),
  query: `
    (comment) @comment
    (function_definition name: (name) @name) @function
    (method_declaration name: (name) @name) @method
    (class_declaration name: (name) @name) @class
    (interface_declaration name: (name) @name) @interface
    (trait_declaration name: (name) @name) @class
    (enum_declaration name: (name) @name) @enum
    (namespace_use_clause . [(qualified_name) (name)] @from) @import
    (require_expression (string (string_content) @from)) @import
    (require_once_expression (string (string_content) @from)) @import
    (include_expression (string (string_content) @from)) @import
    (include_once_expression (string (string_content) @from)) @import
  `,
};
