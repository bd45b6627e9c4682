import type { GrammarRules } from '../grammar-rules.ts';

const toPatterns = (parts: string): string =>
  ['pattern_list', 'tuple_pattern', 'list_pattern', 'list_splat_pattern'].map((each) => `(${each} ${parts})`).join(' ');
const name = '(identifier) @name';
/** The names that an assignment binds, in patterns at most three deep. */
const names = `[${name} ${toPatterns(`[${name} ${toPatterns(`[${name} ${toPatterns(name)}]`)}]`)}]`;
const assignment = `(expression_statement [(assignment left: ${names}) (assignment right: (assignment left: ${names}))]) @variable`;

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
    (type_alias_statement left: (type [${name} (generic_type ${name})])) @type
    (module ${assignment})
    (class_definition body: (block ${assignment}))
    (import_statement name: (dotted_name) @from) @import
    (import_statement name: (aliased_import name: (dotted_name) @from)) @import
    (future_import_statement "__future__" @from name: (dotted_name) @imported) @import
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
