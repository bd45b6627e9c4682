import { always, type GrammarRules } from '../grammar-rules.ts';

const toFunction = (name: string): string => `(function_declarator declarator: ${name} @name)`;
/** A function with its name, which may return pointers or references. */
const toReturning = (name: string): string => `[
  ${toFunction(name)} (_ ${toFunction(name)}) (_ (_ ${toFunction(name)}))
]`;

/** C is read with the grammar of C++. */
export const cppRules: GrammarRules = {
  grammar: 'cpp',
  importKind: 'static',
  isExported: always,
  query: `
    (comment) @comment
    (function_definition declarator: ${toReturning('(_)')}) @function
    (declaration declarator: ${toReturning('[(identifier) (operator_name) (destructor_name)]')}) @function
    (field_declaration declarator: ${toReturning('[(field_identifier) (operator_name)]')}) @method
    (template_declaration [
      (function_definition declarator: ${toReturning('(_)')})
      (declaration declarator: ${toReturning('[(identifier) (operator_name)]')})
    ]) @function
    (template_declaration (class_specifier name: (type_identifier) @name body: (_))) @class
    (template_declaration (struct_specifier name: (type_identifier) @name body: (_))) @class
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
