import type { GrammarRules } from '../grammar-rules.ts';

export const goRules: GrammarRules = {
  grammar: 'go',
  importKind: 'static',
  isExported: (name) => /^\p{Lu}/u.test(name),
  query: `
    (comment) @comment
    (function_declaration name: (identifier) @name) @function
    (method_declaration receiver: (parameter_list (parameter_declaration type: [
      (type_identifier) @owner
      (pointer_type (type_identifier) @owner)
      (generic_type type: (type_identifier) @owner)
      (pointer_type (generic_type type: (type_identifier) @owner))
    ])) name: (field_identifier) @name) @method
    (source_file (type_declaration (type_spec name: (type_identifier) @name type: (struct_type))) @class)
    (source_file (type_declaration (type_spec name: (type_identifier) @name type: (interface_type))) @interface)
    (source_file (type_declaration (type_spec name: (type_identifier) @name)) @type)
    (source_file (type_declaration (type_alias name: (type_identifier) @name)) @type)
    (method_elem name: (field_identifier) @name) @method
    (source_file (const_declaration (const_spec (identifier) @name)) @variable)
    (source_file (var_declaration (var_spec name: (identifier) @name)) @variable)
    (source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable)))
    (import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @from)) @import
  `,
};
