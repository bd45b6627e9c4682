import type { GrammarRules } from '../grammar-rules.ts';

export const pythonRules: GrammarRules = {
  grammar: 'python',
  importKind: 'static',
  isExported: (name) => !name.startsWith('_'),
  query: `
    (comment) @comment
    (function_definition name: (identifier) @name) @function
    (class_definition name: (identifier) @name) @class
    (decorated_definition definition: (function_definition name: (identifier) @name)) @function
    (decorated_definition definition: (class_definition name: (identifier) @name)) @class
    (function_definition body: (block . (expression_statement (string) @doc)))
    (class_definition body: (block . (expression_statement (string) @doc)))
    (module (expression_statement (assignment left: (identifier) @name)) @variable)
    (class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @variable))
    (import_statement name: (dotted_name) @from) @import
    (import_statement name: (aliased_import name: (dotted_name) @from)) @import
    (import_from_statement module_name: (_) @from) @import
    (import_from_statement name: (dotted_name) @imported) @import
    (import_from_statement name: (aliased_import name: (dotted_name) @imported)) @import
    (import_from_statement (wildcard_import) @imported) @import
    (module (expression_statement (assignment left: (identifier) @_all right: [
      (list (string (string_content) @exported))
      (tuple (string (string_content) @exported))
    ]) (#eq? @_all "__all__")))
  `,
};
