import { always, type GrammarRules } from '../grammar-rules.ts';

/** C is read with the grammar of C++. */
export const cppRules: GrammarRules = {
  grammar: 'cpp',
  importKind: 'static',
  isExported: always,
  query: `
    (comment) @comment
    (function_definition declarator: (function_declarator declarator: (_) @name)) @function
    (function_definition declarator: (_ declarator: (function_declarator declarator: (_) @name))) @function
    (field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @method
    (class_specifier name: (type_identifier) @name body: (_)) @class
    (struct_specifier name: (type_identifier) @name body: (_)) @class
    (union_specifier name: (type_identifier) @name body: (_)) @class
    (enum_specifier name: (type_identifier) @name body: (_)) @enum
    (namespace_definition name: (_) @name) @module
    (type_definition declarator: (type_identifier) @name) @type
    (alias_declaration name: (type_identifier) @name) @type
    (preproc_include path: (string_literal (string_content) @from)) @import
    (preproc_include path: (system_lib_string) @from) @import
  `,
};
