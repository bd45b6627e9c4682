import { always, type GrammarRules } from '../grammar-rules.ts';

const scriptQuery = `
  (comment) @comment
  (function_declaration name: (identifier) @name) @function
  (generator_function_declaration name: (identifier) @name) @function
  (class_declaration name: (_) @name) @class
  (method_definition name: [(property_identifier) (private_property_identifier)] @name) @method
  (export_statement declaration: (function_declaration name: (identifier) @name)) @function
  (export_statement declaration: (class_declaration name: (_) @name)) @class
  (program (lexical_declaration (variable_declarator name: (identifier) @name)) @variable)
  (program (variable_declaration (variable_declarator name: (identifier) @name)) @variable)
  (program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name))) @variable)
  (import_statement source: (string (string_fragment) @from)) @import
  (import_statement (import_clause (named_imports (import_specifier name: (_) @imported)))) @import
  (export_statement source: (string (string_fragment) @from)) @import
  (program (export_statement declaration: (_ name: (_) @exported)))
  (program (export_statement declaration: (_ (variable_declarator name: (identifier) @exported))))
  (export_specifier name: (identifier) @exported)
`;

const typeQuery = `
  (abstract_class_declaration name: (type_identifier) @name) @class
  (interface_declaration name: (type_identifier) @name) @interface
  (type_alias_declaration name: (type_identifier) @name) @type
  (enum_declaration name: (identifier) @name) @enum
  (export_statement declaration: (interface_declaration name: (type_identifier) @name)) @interface
  (export_statement declaration: (type_alias_declaration name: (type_identifier) @name)) @type
  (export_statement declaration: (enum_declaration name: (identifier) @name)) @enum
  (internal_module name: (_) @name) @module
`;

/** For files that `oxc-parser` cannot read: they nest too deeply, or it gives them up at a syntax error. */
export const javascriptRules: GrammarRules = {
  grammar: 'javascript',
  importKind: 'static',
  isExported: always,
  exportsAreListed: true,
  query: scriptQuery,
};

export const typescriptRules: GrammarRules = {
  ...javascriptRules,
  grammar: 'typescript',
  query: scriptQuery + typeQuery,
};

export const tsxRules: GrammarRules = { ...typescriptRules, grammar: 'tsx' };
